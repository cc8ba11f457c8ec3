import { DAY, HOUR, MINUTE } from '#demo/market/activity-clock.ts';
import { traitsOf } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { launchCurve, PricePath, RegimeWalk } from '#demo/market/price-path.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { generateProfile, type JettonProfile } from './jetton-profile.ts';

/** The fair price of a jetton over the window, which the prices of its pools follow. */
export interface JettonHistory {
  readonly profile: JettonProfile;
  /** Logarithm of the price in TON. */
  readonly path: PricePath;
  /** Cumulative retail activity at each step of the path. */
  readonly activity: Float64Array;
}

const YEAR = 365 * DAY;
/** Additional volatility at launch, relative to later. */
const LAUNCH_VOLATILITY = 2.5;

export function generateHistory(plan: MarketPlan, index: number): JettonHistory {
  const profile = generateProfile(plan, index);
  const random = randomFor(plan.seed, 'story', index);
  const start = Math.max(profile.launchedAt, plan.start);
  const isPegged = profile.kind === 'stable' || profile.kind === 'pegged';
  const step = isPegged ? plan.tonPrice.step : stepFor(plan, index, plan.end - start);
  const steps = Math.max(1, Math.ceil((plan.end - start) / step));
  const walk = new RegimeWalk(random, profile.volatility);
  const logs = new Float64Array(steps + 1);
  const activity = new Float64Array(steps + 1);
  const logPriceAt = isPegged ? peggedPrice(plan, profile, walk) : marketPrice(plan, profile, random, walk);
  for (let index = 0; index <= steps; index += 1) {
    const second = start + index * step;
    logs[index] = logPriceAt(second, index === 0 ? 0 : step);
    if (index === 0) continue;
    const retailActivity =
      plan.retailClock.activityUntil(second) - plan.retailClock.activityUntil(second - step);
    activity[index] =
      (activity[index - 1] ?? 0) + retailActivity * walk.activity * relativeInterest(profile, second - step);
  }
  return { profile, path: new PricePath(start, step, logs), activity };
}

/** Returns the step of the price path in seconds: the more swaps, the finer. */
function stepFor(plan: MarketPlan, index: number, span: number): number {
  const swaps = plan.retailSwaps(index) + plan.botSwaps(index);
  const perDay = (swaps * DAY) / span;
  if (perDay > 100) return 10 * MINUTE;
  if (perDay > 3) return HOUR;
  if (perDay > 0.4) return 6 * HOUR;
  return perDay > 0.06 ? DAY : 7 * DAY;
}

/** Returns the logarithm of the price in TON. Called with increasing times; `elapsed` is the time since the last call. */
type LogPrice = (second: number, elapsed: number) => number;

function peggedPrice(plan: MarketPlan, profile: JettonProfile, walk: RegimeWalk): LogPrice {
  const pegged = plan.peggedJetton(profile.index);
  const inTon = pegged?.ton !== undefined;
  const target = Math.log(pegged?.ton ?? pegged?.usd ?? 1);
  const revertsToPeg = profile.kind === 'stable' || pegged?.stablePools === true;
  let offset = 0;
  return (second, elapsed) => {
    offset += walk.step(elapsed) - (revertsToPeg ? (offset * elapsed) / DAY : 0);
    const accrued = ((pegged?.yield ?? 0) * (second - plan.start)) / YEAR;
    if (profile.kind === 'stable') offset = 0;
    return target + offset + accrued - (inTon ? 0 : plan.tonPrice.at(second));
  };
}

function marketPrice(plan: MarketPlan, profile: JettonProfile, random: Random, walk: RegimeWalk): LogPrice {
  const { drift, sentiment } = traitsOf(profile.kind);
  const start = Math.max(profile.launchedAt, plan.start);
  const perSecond = (drift[0] + drift[1] * random.normal()) / (plan.end - plan.start);
  const sentimentFactor = sentiment * random.between(0.5, 1.5);
  const initialSentiment = plan.sentiment.at(start);
  let log = profile.initialLogPrice;
  return (second, elapsed) => {
    const age = second - start;
    const volatilityFactor = profile.launch ? 1 + LAUNCH_VOLATILITY * Math.exp(-age / (10 * HOUR)) : 1;
    log += walk.step(elapsed) * volatilityFactor + perSecond * elapsed;
    const launched = profile.launch ? launchCurve(profile.launch, age) : 0;
    return log + launched + sentimentFactor * (plan.sentiment.at(second) - initialSentiment);
  };
}

/** Returns the trading interest in a jetton relative to its average level of 1, according to its lifecycle. */
export function relativeInterest(profile: JettonProfile, second: number): number {
  const { abandonedAt, rug, launch, launchedAt } = profile;
  const age = second - launchedAt;
  if (rug && second >= rug.at) return 0;
  if (abandonedAt !== undefined)
    return second < abandonedAt ? Math.min(1, (abandonedAt - second) / (10 * DAY) + 0.05) : 0;
  if (!launch) return 1;
  return 14 * Math.exp(-age / (9 * HOUR)) + 2.5 * Math.exp(-age / (4 * DAY)) + 0.12;
}
