import { DAY, lastIndexAtMost, runningSums, seasonality, WINDOW_DAYS } from './activity-clock.ts';
import { shareOfLaunchInterest } from './jetton-history.ts';
import { generateProfile } from './jetton-profile.ts';
import type { MarketPlan } from './market-plan.ts';
import { generatePools, type PoolProfile } from './pool-profile.ts';
import { type Random, randomFor } from './random.ts';

/** An actor considers a trade in a pool at a time in Unix seconds. */
export interface ScheduledTrade {
  readonly second: number;
  readonly actor: 'retail' | 'bot';
  readonly pool: PoolProfile;
}

/**
 * Limits of swaps per second, and of swaps after a pause: base and increment per day. The minimum applies only in real
 * time and keeps small markets lively. The limit after a pause keeps the startup fast.
 */
const limits = {
  retail: { min: 0.05, max: 0.8, pause: 9_000, pausePerDay: 1_000 },
  bot: { min: 0.7, max: 1, pause: 4_000, pausePerDay: 200 },
};
const actors = ['retail', 'bot'] as const;

const BURST_SECONDS = 10;
const BURST_FACTOR = 4;
/** Longer intervals are simulated in retrospect, without bursts. */
const REAL_TIME_SECONDS = 10;

/** The distribution of trades over jettons and pools at one time, which continues that at the end of the history. */
export class LiveDemand {
  private readonly plan: MarketPlan;
  /** Running sums of the swaps per second of each jetton. */
  private readonly rates: Readonly<Record<ScheduledTrade['actor'], Float64Array>>;

  constructor(plan: MarketPlan, now: number) {
    this.plan = plan;
    this.rates = {
      retail: runningSums(plan.size, (index) => plan.retailSwaps(index) * retailRate(plan, index, now)),
      bot: runningSums(plan.size, (index) => plan.botSwaps(index) * plan.botClock.finalRate),
    };
  }

  /** Returns trades after `since`, up to and including `to` (Unix seconds), in order of time. */
  schedule(random: Random, since: number, to: number): ScheduledTrade[] {
    // Trades before the longest window of the statistics are not needed.
    const duration = Math.min(to - since, WINDOW_DAYS * DAY);
    const isRealTime = duration <= REAL_TIME_SECONDS;
    const burst = isRealTime ? this.burstAt(to) : { factor: 1 };
    const trades = actors.flatMap((actor) => {
      const { min, max, pause, pausePerDay } = limits[actor];
      const rate = Math.max(Math.min(this.rates[actor].at(-1) ?? 0, max), isRealTime ? min : 0);
      const expected = rate * seasonality(to) * burst.factor * duration;
      const count = random.poisson(Math.min(expected, pause + (pausePerDay * duration) / DAY));
      return Array.from({ length: count }, () => {
        const burstJetton = burst.jetton !== undefined && random.chance(0.4) ? burst.jetton : undefined;
        const jetton = burstJetton ?? this.pickJetton(actor, random);
        const pools = generatePools(this.plan, generateProfile(this.plan, jetton));
        const pool = random.pickByShare(pools, ({ share }) => share) ?? pools[0];
        // Increasingly dense, like the history.
        const second = Math.ceil(to - duration * random.next() ** 1.6);
        return pool ? [{ second, actor, pool }] : [];
      }).flat();
    });
    return trades.sort((left, right) => left.second - right.second);
  }

  /** Returns the activity factor of an occasional burst and the jetton that attracts most of it. */
  private burstAt(second: number): { factor: number; jetton?: number } {
    const random = randomFor(this.plan.seed, 'burst', Math.floor(second / BURST_SECONDS));
    const sample = random.next();
    if (sample < 0.06) return { factor: BURST_FACTOR, jetton: this.pickJetton('retail', random) };
    return { factor: sample < 0.3 ? 1.3 : 0.72 };
  }

  private pickJetton(actor: ScheduledTrade['actor'], random: Random): number {
    const sums = this.rates[actor];
    return lastIndexAtMost(sums, random.next() * (sums.at(-1) ?? 0));
  }
}

/** Returns the retail swaps of a jetton per second, as a share of those in the window. */
function retailRate(plan: MarketPlan, index: number, now: number): number {
  const kind = plan.kindOf(index);
  if (plan.poolCountOf(index) === 0 || kind === 'rug' || kind === 'dead') return 0;
  if (kind !== 'launch') return plan.retailClock.finalRate;
  return shareOfLaunchInterest(generateProfile(plan, index), now, plan.end);
}
