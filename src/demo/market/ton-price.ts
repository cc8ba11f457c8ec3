import { randomFor, type Seed } from '#demo/random.ts';
import { DAY, MINUTE } from './activity-clock.ts';
import { PricePath, RegimeWalk } from './price-path.ts';

const STEP = 10 * MINUTE;
export const TON_DAILY_VOLATILITY = 0.034;
const TYPICAL_USD = 2.4;
const MIN_LOG_PRICE = Math.log(1.5);
const MAX_LOG_PRICE = Math.log(4);
/** Time constant in seconds of the return to the typical price. */
const REVERSION_SECONDS = 60 * DAY;

/** Applies a change to the logarithm of TON's price in USD, with mean reversion towards the typical price. */
export function nextTonLogPrice(log: number, change: number, seconds: number): number {
  const reverted = log + change + ((Math.log(TYPICAL_USD) - log) * seconds) / REVERSION_SECONDS;
  return Math.min(Math.max(reverted, MIN_LOG_PRICE), MAX_LOG_PRICE);
}

/** Returns the logarithm of TON's price in USD over the window. */
export function tonPricePath(seed: Seed, start: number, end: number): PricePath {
  const random = randomFor(seed, 'ton price');
  const walk = new RegimeWalk(random, TON_DAILY_VOLATILITY);
  const first = Math.log(TYPICAL_USD * random.between(0.8, 1.35));
  return generatePath(start, end, first, (log) => nextTonLogPrice(log, walk.step(STEP), STEP));
}

/** Returns market sentiment towards jettons relative to TON, as a logarithm that their prices follow. */
export function sentimentPath(seed: Seed, start: number, end: number): PricePath {
  const walk = new RegimeWalk(randomFor(seed, 'sentiment'), 0.03);
  return generatePath(start, end, 0, (log) => log * 0.9998 + walk.step(STEP));
}

function generatePath(start: number, end: number, first: number, next: (log: number) => number): PricePath {
  const logs = new Float64Array(Math.ceil((end - start) / STEP) + 1);
  logs[0] = first;
  for (let index = 1; index < logs.length; index += 1) logs[index] = next(logs[index - 1] ?? 0);
  return new PricePath(start, STEP, logs);
}
