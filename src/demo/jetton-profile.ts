import { DAY, HOUR, MINUTE } from './activity-clock.ts';
import { type JettonKind, kindTraits } from './jetton-kinds.ts';
import type { MarketPlan } from './market-plan.ts';
import { type Random, randomFor } from './random.ts';

export const STABLE_DECIMALS = 6;
const MAX_DIVISIBLE_SUPPLY = 1e12;

/** The course of a price after a launch. */
export interface Launch {
  /** Ratio of the peak price to the first price. */
  readonly multiple: number;
  readonly hoursToPeak: number;
  /** Share of the peak price that remains after the fade, apart from noise. */
  readonly remainingShare: number;
  readonly fadeDays: number;
}

/** Parameters of a simulated jetton. Times are Unix seconds. */
export interface JettonProfile {
  readonly index: number;
  readonly kind: JettonKind;
  readonly decimals: number;
  readonly totalSupply: bigint;
  readonly launchedAt: number;
  /** When the last traders lose interest. */
  readonly abandonedAt?: number;
  /** When the issuer removes the liquidity. */
  readonly ruggedAt?: number;
  readonly launch?: Launch;
  /** Typical daily price change. */
  readonly volatility: number;
  /** Logarithm of the price in TON at the start of the window, or at launch if that is later. */
  readonly initialLogPrice: number;
  /** Initial liquidity in all pools. */
  readonly liquidityUsd: number;
  /** Positive if retail traders buy more than they sell and whales sell more than they buy. */
  readonly buyBias: number;
}

export function generateProfile(plan: MarketPlan, index: number): JettonProfile {
  const random = randomFor(plan.seed, 'profile', index);
  const kind = plan.kindOf(index);
  const pegged = plan.peggedJetton(index);
  const decimals =
    pegged?.decimals ??
    (kind === 'stable' ? STABLE_DECIMALS : generateDecimals(random, index < plan.leaderCount));
  const lifecycle = generateLifecycle(plan, kind, random);
  const { liquidityUsd, valueUsd } = generateSize(kind, index, random);
  const tonLog = plan.tonPrice.at(Math.max(lifecycle.launchedAt, plan.start));
  const price = pegged?.usd ?? (pegged?.ton ? pegged.ton * Math.exp(tonLog) : undefined);
  const fixedPrice = kind === 'stable' ? 1 : price;
  const supply = generateSupply(random, decimals, fixedPrice && valueUsd / fixedPrice);
  const [low, high] = kindTraits[kind].volatility;
  return {
    index,
    kind,
    decimals,
    totalSupply: supply.units,
    ...lifecycle,
    volatility: pegged?.volatility ?? random.between(low, high),
    initialLogPrice: Math.log(fixedPrice ?? valueUsd / supply.whole) - tonLog,
    liquidityUsd,
    buyBias: 0.1 * random.normal(),
  };
}

function generateDecimals(random: Random, isLeader: boolean): number {
  const sample = random.next();
  if (isLeader) return sample < 0.8 ? 9 : 6;
  if (sample < 0.89) return 9;
  if (sample < 0.945) return 6;
  if (sample < 0.965) return 18;
  return sample < 0.985 ? 0 : random.integer(1, 8);
}

/** Generates a total supply near `wanted` whole units, or one that issuers typically choose. */
function generateSupply(
  random: Random,
  decimals: number,
  wanted?: number,
): { readonly units: bigint; readonly whole: number } {
  const chosen = wanted ?? generateWholeSupply(random, decimals);
  const isUneven = wanted !== undefined || random.chance(0.4);
  const whole = BigInt(Math.max(1, Math.floor(isUneven ? chosen * random.between(0.55, 1) : chosen)));
  const unit = 10n ** BigInt(decimals);
  // Burning and minting leave fractional units.
  const part = isUneven ? BigInt(Math.floor(random.next() * 2 ** 32)) : 0n;
  return { units: whole * unit + ((part * unit) >> 32n), whole: Number(whole) };
}

function generateWholeSupply(random: Random, decimals: number): number {
  const sample = random.next();
  const few = random.logNormal(20_000, 0.8);
  const vast = random.pick([1e13, 1e14, 4.2e14, 6.9e14, 1e15, 1e15]);
  const typical = random.pick([
    1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e8, 1e8, 1e8, 1e7, 2.1e7, 1e6, 1e10, 1e10, 1e11, 1e12,
  ]);
  // Swaps of under 1,000 base units are dust without a price, so most indivisible jettons have a large supply.
  if (decimals === 0) return sample < 0.15 ? few : Math.max(typical, 1e9);
  if (sample < 0.05) return few;
  return sample < 0.13 && decimals <= 9 ? vast : Math.min(typical, MAX_DIVISIBLE_SUPPLY);
}

type Lifecycle = Pick<JettonProfile, 'launchedAt' | 'abandonedAt' | 'ruggedAt' | 'launch'>;

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
  const abandonedAt = random.chance(0.35)
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
  const span = Math.min(random.logNormal(isLaunchedInWindow ? 4 : 30, 0.9) * DAY, (end - from) * 0.97);
  const ruggedAt = Math.floor(from + span);
  if (!isLaunchedInWindow) return { launchedAt, ruggedAt };
  return {
    launchedAt,
    ruggedAt,
    launch: { ...generateLaunch(random), remainingShare: random.between(0.5, 1.2) },
  };
}

function generateSize(
  kind: JettonKind,
  index: number,
  random: Random,
): { liquidityUsd: number; valueUsd: number } {
  const traits = kindTraits[kind];
  const rank = index + 1;
  if (kind === 'stable') return { liquidityUsd: 2.4e7 / rank ** 2, valueUsd: 1.4e9 / rank ** 2 };
  const liquidity = random.logNormal(1.7e7 * (rank + 2) ** -1.05, 0.8) * traits.liquidity;
  if (kind === 'launch') return { liquidityUsd: liquidity, valueUsd: liquidity / random.between(0.2, 0.8) };
  // The issuer of a rug keeps most of the supply outside the pools.
  if (kind === 'rug') return { liquidityUsd: liquidity, valueUsd: liquidity * random.between(15, 50) };
  const value = random.logNormal(Math.max(2.2e9 * (rank + 4) ** -1.25, 900), 0.9) * traits.value;
  return { liquidityUsd: Math.min(liquidity, 0.25 * value), valueUsd: value };
}
