import { DAY, seasonality, WINDOW_DAYS } from '#demo/market/activity-clock.ts';
import type { PoolProfile } from '#demo/pools/pool-profile.ts';
import { type Actor, actors } from '#demo/pools/trade-simulator.ts';
import { type Random, randomFor, type Seed } from '#demo/random.ts';
import type { LiveDemand } from './live-demand.ts';

/** Somebody comes to a pool. */
export interface ScheduledTrade {
  readonly second: number;
  readonly actor: Actor;
  readonly pool: PoolProfile;
}

/** After a pause, so many visits at most, and so many more for each day of it: a start has little time. */
const most = { [actors.retail]: [9_000, 1_000], [actors.bots]: [4_000, 200] } as const;
const BUSIEST_RHYTHM = 1.65;
const BURST_SECONDS = 10;
/** A longer pause than this was not lived through. */
const WATCHED_SECONDS = 10;
const BURST = 4;

/** Who comes after the second `from` until the second `to`, in the order of time. */
export function scheduleTrades(
  seed: Seed,
  demand: LiveDemand,
  random: Random,
  since: number,
  to: number,
): ScheduledTrade[] {
  // Nobody asks what happened before the statistics' longest window.
  const from = Math.max(since, to - WINDOW_DAYS * DAY);
  const burst = burstAt(seed, demand, from, to);
  const countOf = (actor: keyof typeof most) => {
    const [atLeast, perDay] = most[actor];
    const usual = demand.swapsPerSecond(actor, to, to - from <= WATCHED_SECONDS) * (to - from) * burst.factor;
    return random.poisson(Math.min(usual, atLeast + (perDay * (to - from)) / DAY));
  };
  const visits: ScheduledTrade[] = [];
  const add = (actor: keyof typeof most, second: number) => {
    const hot = burst.jetton !== undefined && random.chance(0.4) ? burst.jetton : undefined;
    const pool = demand.pickPool(hot ?? demand.pickJetton(actor, random), random);
    if (pool) visits.push({ second, actor, pool });
  };
  for (let left = countOf(actors.retail); left > 0; left -= 1) {
    add(actors.retail, drawSecond(random, from, to));
  }
  // Denser and denser, as the history before a first start is.
  for (let left = countOf(actors.bots); left > 0; left -= 1) {
    add(actors.bots, Math.ceil(to - (to - from) * random.next() ** 2));
  }
  return visits.sort((left, right) => left.second - right.second);
}

function drawSecond(random: Random, from: number, to: number): number {
  let second = to;
  for (let tries = 0; tries < 6; tries += 1) {
    second = Math.ceil(to - (to - from) * random.next() ** 1.3);
    if (random.chance(seasonality(second) / BUSIEST_RHYTHM)) break;
  }
  return second;
}

/** Now and then everybody comes at once, and mostly for one jetton. */
function burstAt(
  seed: Seed,
  demand: LiveDemand,
  from: number,
  to: number,
): { factor: number; jetton?: number } {
  if (to - from > WATCHED_SECONDS) return { factor: 1 };
  const random = randomFor(seed, 'burst', Math.floor(to / BURST_SECONDS));
  const draw = random.next();
  if (draw < 0.06) return { factor: BURST, jetton: demand.pickJetton(actors.retail, random) };
  return { factor: draw < 0.3 ? 1.3 : 0.72 };
}
