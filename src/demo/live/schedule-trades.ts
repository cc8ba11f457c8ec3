import { DAY, seasonality, WINDOW_DAYS } from '#demo/market/activity-clock.ts';
import type { PoolProfile } from '#demo/pools/pool-profile.ts';
import { type Actor, actors } from '#demo/pools/trade-simulator.ts';
import { type Random, randomFor, type Seed } from '#demo/random.ts';
import type { LiveDemand } from './live-demand.ts';

/** An actor considers a trade in a pool at a time in Unix seconds. */
export interface ScheduledTrade {
  readonly second: number;
  readonly actor: Actor;
  readonly pool: PoolProfile;
}

/** Maximum number of trades after a pause: base and increment per day. Keeps the startup fast. */
const maxTrades = { [actors.retail]: [9_000, 1_000], [actors.bots]: [4_000, 200] } as const;
const MAX_SEASONALITY = 1.65;
const BURST_SECONDS = 10;
/** Longer intervals are simulated in retrospect, without bursts. */
const REAL_TIME_SECONDS = 10;
const BURST_FACTOR = 4;

/** Returns trades after `since`, up to and including `to` (Unix seconds), in order of time. */
export function scheduleTrades(
  seed: Seed,
  demand: LiveDemand,
  random: Random,
  since: number,
  to: number,
): ScheduledTrade[] {
  // Trades before the longest window of the statistics are not needed.
  const from = Math.max(since, to - WINDOW_DAYS * DAY);
  const burst = burstAt(seed, demand, from, to);
  const countOf = (actor: keyof typeof maxTrades) => {
    const [base, perDay] = maxTrades[actor];
    const expected =
      demand.swapsPerSecond(actor, to, to - from <= REAL_TIME_SECONDS) * (to - from) * burst.factor;
    return random.poisson(Math.min(expected, base + (perDay * (to - from)) / DAY));
  };
  const trades: ScheduledTrade[] = [];
  const add = (actor: keyof typeof maxTrades, second: number) => {
    const burstJetton = burst.jetton !== undefined && random.chance(0.4) ? burst.jetton : undefined;
    const pool = demand.pickPool(burstJetton ?? demand.pickJetton(actor, random), random);
    if (pool) trades.push({ second, actor, pool });
  };
  for (let remaining = countOf(actors.retail); remaining > 0; remaining -= 1) {
    add(actors.retail, randomTime(random, from, to));
  }
  // Increasingly dense, like the generated history.
  for (let remaining = countOf(actors.bots); remaining > 0; remaining -= 1) {
    add(actors.bots, Math.ceil(to - (to - from) * random.next() ** 2));
  }
  return trades.sort((left, right) => left.second - right.second);
}

function randomTime(random: Random, from: number, to: number): number {
  let second = to;
  for (let tries = 0; tries < 6; tries += 1) {
    second = Math.ceil(to - (to - from) * random.next() ** 1.3);
    if (random.chance(seasonality(second) / MAX_SEASONALITY)) break;
  }
  return second;
}

/** Returns the activity factor of an occasional burst and the jetton that attracts most of it. */
function burstAt(
  seed: Seed,
  demand: LiveDemand,
  from: number,
  to: number,
): { factor: number; jetton?: number } {
  if (to - from > REAL_TIME_SECONDS) return { factor: 1 };
  const random = randomFor(seed, 'burst', Math.floor(to / BURST_SECONDS));
  const sample = random.next();
  if (sample < 0.06) return { factor: BURST_FACTOR, jetton: demand.pickJetton(actors.retail, random) };
  return { factor: sample < 0.3 ? 1.3 : 0.72 };
}
