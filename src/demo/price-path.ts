import { DAY, MINUTE } from './activity-clock.ts';
import { type Random, randomFor, type Seed } from './random.ts';

/** Finest step of a path, in seconds. */
export const STEP = 10 * MINUTE;

/**
 * The logarithm of a price at equidistant times, with linear interpolation. A path has no end: the history and live
 * trading read the same one, which is generated as far as it is read.
 */
export class PricePath {
  readonly start: number;
  readonly step: number;
  private readonly next: (second: number, previous: number) => number;
  private readonly logs: number[];

  /** `next` returns the logarithm at a time, one step after the previous one. */
  constructor(
    start: number,
    step: number,
    first: number,
    next: (second: number, previous: number) => number,
  ) {
    this.start = start;
    this.step = step;
    this.next = next;
    this.logs = [first];
  }

  at(second: number): number {
    const position = Math.max((second - this.start) / this.step, 0);
    const index = Math.floor(position);
    const { logs } = this;
    while (logs.length < index + 2)
      logs.push(this.next(this.start + logs.length * this.step, logs[logs.length - 1] ?? 0));
    const log = logs[index] ?? 0;
    return log + (position - index) * ((logs[index + 1] ?? log) - log);
  }
}

interface Regime {
  /** Factor of the price's volatility. */
  readonly volatility: number;
  /** Drift per day, in multiples of the typical daily change. */
  readonly trend: number;
  readonly activity: number;
  /** Mean duration. */
  readonly days: number;
  /** Probability of being the next regime. */
  readonly share: number;
}

const calm: Regime = { volatility: 0.5, trend: 0, activity: 0.6, days: 1.6, share: 0.45 };
const rise: Regime = { volatility: 1, trend: 0.42, activity: 1.3, days: 1.3, share: 0.22 };
const fall: Regime = { volatility: 1, trend: -0.4, activity: 1.1, days: 1.3, share: 0.23 };
const wild: Regime = { volatility: 2.4, trend: 0, activity: 3.2, days: 0.3, share: 0.1 };
const regimes = [calm, rise, fall, wild];

const JUMPS_PER_DAY = 0.07;

function nextRegime(random: Random): Regime {
  return random.pickByShare(regimes, ({ share }) => share) ?? calm;
}

/** A random walk with calm, trending and volatile regimes and occasional jumps. */
export class RegimeWalk {
  private readonly random: Random;
  private readonly volatility: number;
  private regime: Regime;

  /** `volatility` is the typical daily change. */
  constructor(random: Random, volatility: number) {
    this.random = random;
    this.volatility = volatility;
    this.regime = nextRegime(random);
  }

  get activity(): number {
    return this.regime.activity;
  }

  /** Advances by `seconds` and returns the change of the logarithm. */
  step(seconds: number): number {
    const { random, volatility } = this;
    const days = seconds / DAY;
    if (random.chance(1 - Math.exp(-days / this.regime.days))) this.regime = nextRegime(random);
    const { trend, volatility: factor } = this.regime;
    const jump = random.chance(JUMPS_PER_DAY * days * factor) ? 1.1 * volatility * random.normal() : 0;
    return volatility * (trend * days + factor * Math.sqrt(days) * random.normal()) + jump;
  }
}

const TYPICAL_TON_USD = 2.4;
const MIN_TON_LOG = Math.log(1.5);
const MAX_TON_LOG = Math.log(4);

/** Returns the logarithm of TON's price in USD, which returns to the typical price within months. */
export function tonPricePath(seed: Seed, start: number): PricePath {
  const random = randomFor(seed, 'ton price');
  const walk = new RegimeWalk(random, 0.034);
  const typical = Math.log(TYPICAL_TON_USD);
  const first = Math.log(TYPICAL_TON_USD * random.between(0.8, 1.35));
  return new PricePath(start, STEP, first, (_, log) => {
    const next = log + walk.step(STEP) + ((typical - log) * STEP) / (60 * DAY);
    return Math.min(Math.max(next, MIN_TON_LOG), MAX_TON_LOG);
  });
}

/** Returns market sentiment towards jettons relative to TON, as a logarithm that their prices follow. */
export function sentimentPath(seed: Seed, start: number): PricePath {
  const walk = new RegimeWalk(randomFor(seed, 'sentiment'), 0.03);
  return new PricePath(start, STEP, 0, (_, log) => log * 0.9998 + walk.step(STEP));
}
