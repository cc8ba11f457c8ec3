import { DAY, HOUR, MINUTE } from '#demo/market/activity-clock.ts';
import { type JettonKind, traitsOf } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import type { Launch } from '#demo/market/price-path.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { generateDecimals, generateSupply } from './supply.ts';

export const STABLE_DECIMALS = 6;

export interface Rug {
  readonly at: number;
  /** Either the liquidity is removed, or the issuer sells its holdings. */
  readonly method: 'removal' | 'dump';
}

/** Parameters of a simulated jetton. Times are Unix seconds. */
export interface JettonProfile {
  readonly index: number;
  readonly kind: JettonKind;
  readonly decimals: number;
  readonly totalSupply: bigint;
  readonly launchedAt: number;
  readonly abandonedAt?: number;
  readonly rug?: Rug;
  readonly launch?: Launch;
  /** Typical daily price change. */
  readonly volatility: number;
  /** Logarithm of the price in TON at the start of the window, or at launch if that is later. */
  readonly initialLogPrice: number;
  /** Initial liquidity in all pools. */
  readonly liquidityUsd: number;
  /** Positive if retail traders buy more than they sell and whales sell more than they buy. */
  readonly buyBias: number;
  /** Whether accounts trade with each other to inflate activity. */
  readonly isWashTraded: boolean;
}

export function generateProfile(plan: MarketPlan, index: number): JettonProfile {
  const random = randomFor(plan.seed, 'profile', index);
  const kind = plan.kindOf(index);
  const coin = plan.peggedJetton(index);
  const decimals =
    coin?.decimals ??
    (kind === 'stable' ? STABLE_DECIMALS : generateDecimals(random, index < plan.leaderCount));
  const lifecycle = generateLifecycle(plan, kind, random);
  const { liquidityUsd, valueUsd } = generateSize(kind, index, random);
  const tonLog = plan.tonPrice.at(Math.max(lifecycle.launchedAt, plan.start));
  const pegged = coin?.usd ?? (coin?.ton === undefined ? undefined : coin.ton * Math.exp(tonLog));
  const price = kind === 'stable' ? 1 : pegged;
  const supply = generateSupply(random, decimals, price === undefined ? undefined : valueUsd / price);
  const usd = price ?? valueUsd / supply.whole;
  const [low, high] = traitsOf(kind).volatility;
  return {
    index,
    kind,
    decimals,
    totalSupply: supply.units,
    ...lifecycle,
    volatility: coin?.volatility ?? random.between(low, high),
    initialLogPrice: coin?.ton === undefined ? Math.log(usd) - tonLog : Math.log(coin.ton),
    liquidityUsd,
    buyBias: 0.1 * random.normal(),
    isWashTraded: kind === 'meme' && random.chance(0.05),
  };
}

type Lifecycle = Pick<JettonProfile, 'launchedAt' | 'abandonedAt' | 'rug' | 'launch'>;

function generateLifecycle(plan: MarketPlan, kind: JettonKind, random: Random): Lifecycle {
  const { start, end } = plan;
  const days = (from: number, to: number) => random.between(from, to) * DAY;
  if (kind === 'stable' || kind === 'pegged' || kind === 'major')
    return { launchedAt: start - days(200, 1100) };
  if (kind === 'established') return { launchedAt: start - days(60, 900) };
  if (kind === 'launch')
    return { launchedAt: launchTimeInWindow(plan, random), launch: generateLaunch(random) };
  if (kind === 'rug') return generateRug(plan, random);
  const launchedAt = random.chance(0.88)
    ? start - 4 * DAY - random.exponential() * 200 * DAY
    : start + days(1, 64);
  if (kind !== 'dead') return { launchedAt };
  const isAbandonedEarly = random.chance(0.35);
  const abandonedAt = isAbandonedEarly
    ? start - days(0, 3)
    : start + random.between(0.05, 0.62) * (end - start);
  return { launchedAt: start - DAY * (5 + 300 * random.exponential()), abandonedAt };
}

function launchTimeInWindow({ start, end }: MarketPlan, random: Random): number {
  // Launches become more frequent towards the end, some of them within the last hours.
  const age = (end - start - DAY) * random.next() ** 1.6;
  return Math.floor(end - 40 * MINUTE - age);
}

function generateLaunch(random: Random): Launch {
  const isSuccessful = random.chance(0.15);
  return {
    multiple: random.logNormal(isSuccessful ? 30 : 12, 0.9),
    hoursToPeak: random.logNormal(5, 0.9),
    remainingShare: isSuccessful ? random.between(0.5, 2) : random.logNormal(0.1, 0.8),
    fadeDays: random.logNormal(3, 0.7),
  };
}

function generateRug(plan: MarketPlan, random: Random): Lifecycle {
  const { start, end } = plan;
  const isLaunchedInWindow = random.chance(0.65);
  const launchedAt = isLaunchedInWindow
    ? launchTimeInWindow(plan, random) - 6 * HOUR
    : start - random.between(10, 150) * DAY;
  const from = Math.max(launchedAt, start);
  const method = random.chance(0.55) ? 'removal' : 'dump';
  const span = Math.min(random.logNormal(isLaunchedInWindow ? 4 : 30, 0.9) * DAY, (end - from) * 0.97);
  const launch = isLaunchedInWindow
    ? { ...generateLaunch(random), remainingShare: random.between(0.5, 1.2) }
    : undefined;
  return { launchedAt, rug: { at: Math.floor(from + span), method }, ...(launch && { launch }) };
}

function generateSize(
  kind: JettonKind,
  index: number,
  random: Random,
): { liquidityUsd: number; valueUsd: number } {
  const traits = traitsOf(kind);
  const rank = index + 1;
  if (kind === 'stable') return { liquidityUsd: 2.4e7 / rank ** 2, valueUsd: 1.4e9 / rank ** 2 };
  const liquidity = random.logNormal(1.7e7 * (rank + 2) ** -1.05, 0.8) * traits.liquidity;
  if (kind === 'launch') return { liquidityUsd: liquidity, valueUsd: liquidity / random.between(0.2, 0.8) };
  // The issuer of a rug keeps most of the supply outside the pools.
  if (kind === 'rug') return { liquidityUsd: liquidity, valueUsd: liquidity * random.between(15, 50) };
  const value = random.logNormal(Math.max(2.2e9 * (rank + 4) ** -1.25, 900), 0.9) * traits.value;
  return { liquidityUsd: Math.min(liquidity, 0.25 * value), valueUsd: value };
}
