import { DAY, HOUR, MINUTE } from '#demo/market/activity-clock.ts';
import { natureOf } from '#demo/market/kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { launchCurve, PricePath, RegimeWalk } from '#demo/market/price-path.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { type JettonProfile, profileOf } from './jetton-profile.ts';
import { peggedCoins } from './pegged-coins.ts';

/** Where a jetton's price would be if every trader knew everything; its pools follow. */
export interface JettonStory {
  readonly profile: JettonProfile;
  /** Logarithm of the price in TON. */
  readonly path: PricePath;
  /** Running sums of what people do, by step of the path. */
  readonly activity: Float64Array;
}

const YEAR = 365 * DAY;
/** How much wilder than later a price is when it is born. */
const LAUNCH_HEAT = 2.5;

export function storyOf(plan: MarketPlan, index: number): JettonStory {
  const profile = profileOf(plan, index);
  const random = randomFor(plan.seed, 'story', index);
  const start = Math.max(profile.bornAt, plan.start);
  const pegged = profile.kind === 'stable' || profile.kind === 'pegged';
  const step = pegged ? plan.ton.step : stepFor(plan, index, plan.end - start);
  const steps = Math.max(1, Math.ceil((plan.end - start) / step));
  const walk = new RegimeWalk(random, profile.volatility);
  const logs = new Float64Array(steps + 1);
  const activity = new Float64Array(steps + 1);
  const follow = pegged ? followPeg(plan, profile, walk) : followMarket(plan, profile, random, walk);
  for (let place = 0; place <= steps; place += 1) {
    const second = start + place * step;
    logs[place] = follow(second, place === 0 ? 0 : step);
    if (place === 0) continue;
    const gone = plan.people.until(second) - plan.people.until(second - step);
    activity[place] = (activity[place - 1] ?? 0) + gone * walk.activity * interest(profile, second - step);
  }
  return { profile, path: new PricePath(start, step, logs), activity };
}

/** The busier a jetton, the finer its story. */
function stepFor(plan: MarketPlan, index: number, span: number): number {
  const swaps = plan.peoplesSwaps(index) + plan.botsSwaps(index);
  const perDay = (swaps * DAY) / span;
  if (perDay > 100) return 10 * MINUTE;
  if (perDay > 3) return HOUR;
  if (perDay > 0.4) return 6 * HOUR;
  return perDay > 0.06 ? DAY : 7 * DAY;
}

type Follow = (second: number, passed: number) => number;

function followPeg(plan: MarketPlan, profile: JettonProfile, walk: RegimeWalk): Follow {
  const coin = peggedCoins[profile.index - plan.options.stables.length];
  const inTon = profile.kind === 'pegged' && coin?.ton !== undefined;
  const target = profile.kind === 'pegged' ? Math.log(coin?.ton ?? coin?.usd ?? 1) : 0;
  const anchored = profile.kind === 'stable' || coin?.stablePools === true;
  let offset = 0;
  return (second, passed) => {
    offset += walk.step(passed) - (anchored ? (offset * passed) / DAY : 0);
    const grown = ((coin?.yield ?? 0) * (second - plan.start)) / YEAR;
    if (profile.kind === 'stable') offset = 0;
    return target + offset + grown - (inTon ? 0 : plan.ton.at(second));
  };
}

function followMarket(plan: MarketPlan, profile: JettonProfile, random: Random, walk: RegimeWalk): Follow {
  const { drift, sentiment } = natureOf(profile.kind);
  const start = Math.max(profile.bornAt, plan.start);
  const perSecond = (drift[0] + drift[1] * random.normal()) / (plan.end - plan.start);
  const follows = sentiment * random.between(0.5, 1.5);
  const firstMood = plan.sentiment.at(start);
  let log = profile.firstLog;
  return (second, passed) => {
    const age = second - start;
    const heat = profile.launch ? 1 + LAUNCH_HEAT * Math.exp(-age / (10 * HOUR)) : 1;
    log += walk.step(passed) * heat + perSecond * passed;
    const launched = profile.launch ? launchCurve(profile.launch, age) : 0;
    return log + launched + follows * (plan.sentiment.at(second) - firstMood);
  };
}

/** How much people care, by what has become of the jetton. */
export function interest(profile: JettonProfile, second: number): number {
  const { diesAt, rug, launch, bornAt } = profile;
  const age = second - bornAt;
  if (rug && second >= rug.at) return 0;
  if (diesAt !== undefined) return second < diesAt ? Math.min(1, (diesAt - second) / (10 * DAY) + 0.05) : 0;
  if (!launch) return 1;
  return 14 * Math.exp(-age / (9 * HOUR)) + 2.5 * Math.exp(-age / (4 * DAY)) + 0.12;
}
