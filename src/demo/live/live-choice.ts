import { profileOf } from '#demo/jettons/jetton-profile.ts';
import { interest } from '#demo/jettons/jetton-story.ts';
import { lastAtMost, rhythm } from '#demo/market/activity-clock.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type PoolProfile, poolsOf } from '#demo/pools/pool-profile.ts';
import { actors } from '#demo/pools/trading-desk.ts';
import type { Random } from '#demo/random.ts';

const SAMPLES = 24;
/** Swaps per second while somebody may be watching, whatever the market's size. */
const LIVELY = {
  [actors.people]: { least: 0.05, most: 0.8 },
  [actors.bots]: { least: 0.7, most: 1 },
} as const;

type Visitor = keyof typeof LIVELY;

/** Who trades where, at one time: swaps per second and a way to draw the next one. */
export class LiveChoice {
  private readonly plan: MarketPlan;
  private readonly people: Float64Array;
  private readonly bots: Float64Array;

  constructor(plan: MarketPlan, now: number) {
    this.plan = plan;
    this.people = runningSums(plan.size, (index) => plan.peoplesSwaps(index) * vigour(plan, index, now));
    this.bots = runningSums(plan.size, (index) => plan.botsSwaps(index));
  }

  /** Swaps per second, at the pace at which the history ends; `watched`: while it is looked at, second by second. */
  paceOf(actor: Visitor, second: number, watched: boolean): number {
    const sums = actor === actors.bots ? this.bots : this.people;
    const clock = actor === actors.bots ? this.plan.bots : this.plan.people;
    const { least, most } = LIVELY[actor];
    const pace = Math.min((sums.at(-1) ?? 0) * clock.pace, most);
    return rhythm(second) * (watched ? Math.max(pace, least) : pace);
  }

  drawJetton(actor: Visitor, random: Random): number {
    const sums = actor === actors.bots ? this.bots : this.people;
    return lastAtMost(sums, random.next() * (sums.at(-1) ?? 0));
  }

  drawPool(index: number, random: Random): PoolProfile | undefined {
    const pools = poolsOf(this.plan, profileOf(this.plan, index));
    return random.byShare(pools, ({ share }) => share) ?? pools[0];
  }
}

function runningSums(size: number, weight: (index: number) => number): Float64Array {
  const sums = new Float64Array(size + 1);
  for (let index = 0; index < size; index += 1) sums[index + 1] = (sums[index] ?? 0) + weight(index);
  return sums;
}

/** How busy a jetton is now beside its average over the window. */
function vigour(plan: MarketPlan, index: number, now: number): number {
  const kind = plan.kind(index);
  if (plan.poolsOf(index) === 0 || kind === 'rug' || kind === 'dead') return 0;
  if (kind !== 'launch') return 1;
  const profile = profileOf(plan, index);
  const activity = (second: number) => interest(profile, second);
  let sum = 0;
  let from = profile.bornAt;
  // Finer where it changes fast: each step is longer than the one before.
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const until = profile.bornAt + (plan.end - profile.bornAt) * (sample / SAMPLES) ** 3;
    sum += activity((from + until) / 2) * (plan.people.until(until) - plan.people.until(from));
    from = until;
  }
  return sum > 0 ? (activity(now) * plan.people.total) / sum : 0;
}
