import { relativeInterest } from '#demo/jettons/jetton-history.ts';
import { generateProfile } from '#demo/jettons/jetton-profile.ts';
import { lastIndexAtMost, seasonality } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { generatePools, type PoolProfile } from '#demo/pools/pool-profile.ts';
import { actors } from '#demo/pools/trade-simulator.ts';
import type { Random } from '#demo/random.ts';

const SAMPLES = 24;
/** Swaps per second while somebody may be watching, whatever the market's size. */
const LIVELY = {
  [actors.retail]: { least: 0.05, most: 0.8 },
  [actors.bots]: { least: 0.7, most: 1 },
} as const;

type LiveActor = keyof typeof LIVELY;

/** Who trades where, at one time: swaps per second and a way to draw the next one. */
export class LiveDemand {
  private readonly plan: MarketPlan;
  private readonly people: Float64Array;
  private readonly bots: Float64Array;

  constructor(plan: MarketPlan, now: number) {
    this.plan = plan;
    this.people = runningSums(
      plan.size,
      (index) => plan.retailSwaps(index) * relativeActivity(plan, index, now),
    );
    this.bots = runningSums(plan.size, (index) => plan.botSwaps(index));
  }

  /** Swaps per second, at the pace at which the history ends; `watched`: while it is looked at, second by second. */
  swapsPerSecond(actor: LiveActor, second: number, watched: boolean): number {
    const sums = actor === actors.bots ? this.bots : this.people;
    const clock = actor === actors.bots ? this.plan.botClock : this.plan.retailClock;
    const { least, most } = LIVELY[actor];
    const pace = Math.min((sums.at(-1) ?? 0) * clock.pace, most);
    return seasonality(second) * (watched ? Math.max(pace, least) : pace);
  }

  pickJetton(actor: LiveActor, random: Random): number {
    const sums = actor === actors.bots ? this.bots : this.people;
    return lastIndexAtMost(sums, random.next() * (sums.at(-1) ?? 0));
  }

  pickPool(index: number, random: Random): PoolProfile | undefined {
    const pools = generatePools(this.plan, generateProfile(this.plan, index));
    return random.pickByShare(pools, ({ share }) => share) ?? pools[0];
  }
}

function runningSums(size: number, weight: (index: number) => number): Float64Array {
  const sums = new Float64Array(size + 1);
  for (let index = 0; index < size; index += 1) sums[index + 1] = (sums[index] ?? 0) + weight(index);
  return sums;
}

/** How busy a jetton is now beside its average over the window. */
function relativeActivity(plan: MarketPlan, index: number, now: number): number {
  const kind = plan.kindOf(index);
  if (plan.poolCountOf(index) === 0 || kind === 'rug' || kind === 'dead') return 0;
  if (kind !== 'launch') return 1;
  const profile = generateProfile(plan, index);
  const activity = (second: number) => relativeInterest(profile, second);
  let sum = 0;
  let from = profile.launchedAt;
  // Finer where it changes fast: each step is longer than the one before.
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const until = profile.launchedAt + (plan.end - profile.launchedAt) * (sample / SAMPLES) ** 3;
    sum +=
      activity((from + until) / 2) *
      (plan.retailClock.activityUntil(until) - plan.retailClock.activityUntil(from));
    from = until;
  }
  return sum > 0 ? (activity(now) * plan.retailClock.total) / sum : 0;
}
