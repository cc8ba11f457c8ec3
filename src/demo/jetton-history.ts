import { DAY, HOUR } from './activity-clock.ts';
import { kindTraits } from './jetton-kinds.ts';
import type { JettonProfile, Launch } from './jetton-profile.ts';
import type { MarketPlan } from './market-plan.ts';
import { PricePath, RegimeWalk, STEP } from './price-path.ts';
import { type Random, randomFor } from './random.ts';

/** The fair price of a jetton, which the prices of its pools follow. */
export interface JettonHistory {
  /** Logarithm of the price in TON. */
  readonly path: PricePath;
  /** Cumulative retail activity at each step of the path. */
  readonly activity: readonly number[];
}

/** Additional volatility at launch, relative to later. */
const LAUNCH_VOLATILITY = 2.5;

export function generateHistory(plan: MarketPlan, profile: JettonProfile): JettonHistory {
  const random = randomFor(plan.seed, 'story', profile.index);
  const start = Math.max(profile.launchedAt, plan.start);
  const isPegged = profile.kind === 'stable' || profile.kind === 'pegged';
  const step = isPegged ? STEP : stepFor(plan, profile.index, plan.end - start);
  const walk = new RegimeWalk(random, profile.volatility);
  const priceAt = isPegged ? peggedPrice(plan, profile, walk) : marketPrice(plan, profile, random, walk);
  const activity = [0];
  const path = new PricePath(start, step, priceAt(start, 0), (second) => {
    const log = priceAt(second, step);
    const { retailClock } = plan;
    const market = retailClock.activityUntil(second) - retailClock.activityUntil(second - step);
    const interest = walk.activity * interestAt(profile, second - step);
    activity.push((activity.at(-1) ?? 0) + market * interest);
    return log;
  });
  path.at(plan.end);
  return { path, activity };
}

/** Returns the step of the price path in seconds: the more swaps, the finer. */
function stepFor(plan: MarketPlan, index: number, span: number): number {
  const perDay = ((plan.retailSwaps(index) + plan.botSwaps(index)) * DAY) / span;
  if (perDay > 100) return STEP;
  if (perDay > 3) return HOUR;
  if (perDay > 0.4) return 6 * HOUR;
  return perDay > 0.06 ? DAY : 7 * DAY;
}

/** Returns the logarithm of the price in TON. Called with increasing times; `elapsed` is the time since the last call. */
type LogPrice = (second: number, elapsed: number) => number;

function peggedPrice(plan: MarketPlan, { kind, index }: JettonProfile, walk: RegimeWalk): LogPrice {
  const pegged = plan.peggedJetton(index);
  const target = Math.log(pegged?.ton ?? pegged?.usd ?? 1);
  const growth = (pegged?.yield ?? 0) / (365 * DAY);
  let offset = 0;
  return (second, elapsed) => {
    offset += walk.step(elapsed) - (pegged?.stablePools ? (offset * elapsed) / DAY : 0);
    if (kind === 'stable') offset = 0;
    const inTon = pegged?.ton === undefined ? plan.tonPrice.at(second) : 0;
    return target + offset + growth * (second - plan.start) - inTon;
  };
}

function marketPrice(plan: MarketPlan, profile: JettonProfile, random: Random, walk: RegimeWalk): LogPrice {
  const { drift, sentiment } = kindTraits[profile.kind];
  const { launch } = profile;
  const start = Math.max(profile.launchedAt, plan.start);
  const perSecond = (drift[0] + drift[1] * random.normal()) / (plan.end - plan.start);
  const sentimentFactor = sentiment * random.between(0.5, 1.5);
  const initialSentiment = plan.sentiment.at(start);
  let log = profile.initialLogPrice;
  return (second, elapsed) => {
    const age = second - start;
    const volatilityFactor = launch ? 1 + LAUNCH_VOLATILITY * Math.exp(-age / (10 * HOUR)) : 1;
    log += walk.step(elapsed) * volatilityFactor + (second <= plan.end ? perSecond * elapsed : 0);
    const launched = launch ? launchCurve(launch, age) : 0;
    return log + launched + sentimentFactor * (plan.sentiment.at(second) - initialSentiment);
  };
}

/** Returns the contribution of a launch to the logarithm of the price at an age in seconds. */
function launchCurve({ multiple, hoursToPeak, remainingShare, fadeDays }: Launch, age: number): number {
  const peak = hoursToPeak * HOUR;
  const climb = Math.log(multiple) * (1 - Math.exp((-3 * age) / peak));
  const fade = age < peak ? 0 : 1 - Math.exp(-(age - peak) / (fadeDays * DAY));
  return climb + Math.log(remainingShare) * fade;
}

/** Parts of the trading interest after a launch, each with the seconds in which it fades. The last one remains. */
const launchInterest = [
  [14, 9 * HOUR],
  [2.5, 4 * DAY],
  [0.12, 1e6 * DAY],
] as const;

/** Returns the trading interest in a jetton relative to its average level of 1, according to its lifecycle. */
function interestAt({ abandonedAt, ruggedAt, launch, launchedAt }: JettonProfile, second: number): number {
  if (ruggedAt !== undefined && second >= ruggedAt) return 0;
  if (abandonedAt !== undefined)
    return second < abandonedAt ? Math.min(1, (abandonedAt - second) / (10 * DAY) + 0.05) : 0;
  if (!launch) return 1;
  return launchInterest.reduce(
    (sum, [factor, fade]) => sum + factor * Math.exp((launchedAt - second) / fade),
    0,
  );
}

/** Returns the trading interest in a launched jetton at a time, per second, as a share of that from launch to `end`. */
export function shareOfLaunchInterest(profile: JettonProfile, second: number, end: number): number {
  const age = end - profile.launchedAt;
  const total = launchInterest.reduce(
    (sum, [factor, fade]) => sum - factor * fade * Math.expm1(-age / fade),
    0,
  );
  return interestAt(profile, second) / total;
}
