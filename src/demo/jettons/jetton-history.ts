import { DAY, HOUR, MINUTE } from '#demo/market/activity-clock.ts';
import { traitsOf } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { launchCurve, PricePath, RegimeWalk } from '#demo/market/price-path.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { generateProfile, type JettonProfile } from './jetton-profile.ts';
import { peggedJettons } from './pegged-jettons.ts';

/** Where a jetton's price would be if every trader knew everything; its pools follow. */
export interface JettonHistory {
  readonly profile: JettonProfile;
  /** Logarithm of the price in TON. */
  readonly path: PricePath;
  /** Running sums of what people do, by step of the path. */
  readonly activity: Float64Array;
}

const YEAR = 365 * DAY;
/** How much wilder than later a price is when it is born. */
const LAUNCH_HEAT = 2.5;

export function generateHistory(plan: MarketPlan, index: number): JettonHistory {
  const profile = generateProfile(plan, index);
  const random = randomFor(plan.seed, 'story', index);
  const start = Math.max(profile.launchedAt, plan.start);
  const pegged = profile.kind === 'stable' || profile.kind === 'pegged';
  const step = pegged ? plan.tonPrice.step : stepFor(plan, index, plan.end - start);
  const steps = Math.max(1, Math.ceil((plan.end - start) / step));
  const walk = new RegimeWalk(random, profile.volatility);
  const logs = new Float64Array(steps + 1);
  const activity = new Float64Array(steps + 1);
  const follow = pegged ? followPeg(plan, profile, walk) : followMarket(plan, profile, random, walk);
  for (let place = 0; place <= steps; place += 1) {
    const second = start + place * step;
    logs[place] = follow(second, place === 0 ? 0 : step);
    if (place === 0) continue;
    const gone = plan.retailClock.activityUntil(second) - plan.retailClock.activityUntil(second - step);
    activity[place] =
      (activity[place - 1] ?? 0) + gone * walk.activity * relativeInterest(profile, second - step);
  }
  return { profile, path: new PricePath(start, step, logs), activity };
}

/** The busier a jetton, the finer its story. */
function stepFor(plan: MarketPlan, index: number, span: number): number {
  const swaps = plan.retailSwaps(index) + plan.botSwaps(index);
  const perDay = (swaps * DAY) / span;
  if (perDay > 100) return 10 * MINUTE;
  if (perDay > 3) return HOUR;
  if (perDay > 0.4) return 6 * HOUR;
  return perDay > 0.06 ? DAY : 7 * DAY;
}

type Follow = (second: number, passed: number) => number;

function followPeg(plan: MarketPlan, profile: JettonProfile, walk: RegimeWalk): Follow {
  const coin = peggedJettons[profile.index - plan.options.stables.length];
  const inTon = profile.kind === 'pegged' && coin?.ton !== undefined;
  const target = profile.kind === 'pegged' ? Math.log(coin?.ton ?? coin?.usd ?? 1) : 0;
  const anchored = profile.kind === 'stable' || coin?.stablePools === true;
  let offset = 0;
  return (second, passed) => {
    offset += walk.step(passed) - (anchored ? (offset * passed) / DAY : 0);
    const grown = ((coin?.yield ?? 0) * (second - plan.start)) / YEAR;
    if (profile.kind === 'stable') offset = 0;
    return target + offset + grown - (inTon ? 0 : plan.tonPrice.at(second));
  };
}

function followMarket(plan: MarketPlan, profile: JettonProfile, random: Random, walk: RegimeWalk): Follow {
  const { drift, sentiment } = traitsOf(profile.kind);
  const start = Math.max(profile.launchedAt, plan.start);
  const perSecond = (drift[0] + drift[1] * random.normal()) / (plan.end - plan.start);
  const follows = sentiment * random.between(0.5, 1.5);
  const firstMood = plan.sentiment.at(start);
  let log = profile.initialLogPrice;
  return (second, passed) => {
    const age = second - start;
    const heat = profile.launch ? 1 + LAUNCH_HEAT * Math.exp(-age / (10 * HOUR)) : 1;
    log += walk.step(passed) * heat + perSecond * passed;
    const launched = profile.launch ? launchCurve(profile.launch, age) : 0;
    return log + launched + follows * (plan.sentiment.at(second) - firstMood);
  };
}

/** How much people care, by what has become of the jetton. */
export function relativeInterest(profile: JettonProfile, second: number): number {
  const { abandonedAt, rug, launch, launchedAt } = profile;
  const age = second - launchedAt;
  if (rug && second >= rug.at) return 0;
  if (abandonedAt !== undefined)
    return second < abandonedAt ? Math.min(1, (abandonedAt - second) / (10 * DAY) + 0.05) : 0;
  if (!launch) return 1;
  return 14 * Math.exp(-age / (9 * HOUR)) + 2.5 * Math.exp(-age / (4 * DAY)) + 0.12;
}
