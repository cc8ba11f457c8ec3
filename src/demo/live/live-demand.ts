import { relativeInterest } from '#demo/jettons/jetton-history.ts';
import { generateProfile } from '#demo/jettons/jetton-profile.ts';
import { lastIndexAtMost, seasonality } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { generatePools, type PoolProfile } from '#demo/pools/pool-profile.ts';
import { actors } from '#demo/pools/trade-simulator.ts';
import type { Random } from '#demo/random.ts';

const SAMPLES = 24;
/** Limits of swaps per second. The minimum applies only in real time and keeps small markets lively. */
const RATE_LIMITS = {
  [actors.retail]: { min: 0.05, max: 0.8 },
  [actors.bots]: { min: 0.7, max: 1 },
} as const;

type LiveActor = keyof typeof RATE_LIMITS;

/** The distribution of trades over jettons and pools at one time. */
export class LiveDemand {
  private readonly plan: MarketPlan;
  private readonly retailSums: Float64Array;
  private readonly botSums: Float64Array;

  constructor(plan: MarketPlan, now: number) {
    this.plan = plan;
    this.retailSums = runningSums(
      plan.size,
      (index) => plan.retailSwaps(index) * relativeActivity(plan, index, now),
    );
    this.botSums = runningSums(plan.size, (index) => plan.botSwaps(index));
  }

  /** Returns the expected swaps per second, which continue the rate at the end of the history. */
  swapsPerSecond(actor: LiveActor, second: number, isRealTime: boolean): number {
    const sums = actor === actors.bots ? this.botSums : this.retailSums;
    const clock = actor === actors.bots ? this.plan.botClock : this.plan.retailClock;
    const { min, max } = RATE_LIMITS[actor];
    const rate = Math.min((sums.at(-1) ?? 0) * clock.finalRate, max);
    return seasonality(second) * (isRealTime ? Math.max(rate, min) : rate);
  }

  pickJetton(actor: LiveActor, random: Random): number {
    const sums = actor === actors.bots ? this.botSums : this.retailSums;
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

/** Returns the current activity of a jetton relative to its average over the window. */
function relativeActivity(plan: MarketPlan, index: number, now: number): number {
  const kind = plan.kindOf(index);
  if (plan.poolCountOf(index) === 0 || kind === 'rug' || kind === 'dead') return 0;
  if (kind !== 'launch') return 1;
  const profile = generateProfile(plan, index);
  const activity = (second: number) => relativeInterest(profile, second);
  let sum = 0;
  let from = profile.launchedAt;
  // Increasing steps, because activity changes fastest after the launch.
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const until = profile.launchedAt + (plan.end - profile.launchedAt) * (sample / SAMPLES) ** 3;
    sum +=
      activity((from + until) / 2) *
      (plan.retailClock.activityUntil(until) - plan.retailClock.activityUntil(from));
    from = until;
  }
  return sum > 0 ? (activity(now) * plan.retailClock.total) / sum : 0;
}
