import { DAY, HOUR, MINUTE } from '#demo/market/activity-clock.ts';
import { type Kind, natureOf } from '#demo/market/kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import type { Launch } from '#demo/market/price-path.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { peggedCoins } from './pegged-coins.ts';
import { drawDecimals, drawSupply } from './supply.ts';

export const STABLE_DECIMALS = 6;

export interface Rug {
  readonly at: number;
  /** Either the liquidity is taken away, or the maker sells all there is. */
  readonly by: 'removal' | 'dump';
}

/** What a jetton is, in numbers. Times are seconds since 1970. */
export interface JettonProfile {
  readonly index: number;
  readonly kind: Kind;
  readonly decimals: number;
  readonly totalSupply: bigint;
  readonly bornAt: number;
  readonly diesAt?: number;
  readonly rug?: Rug;
  readonly launch?: Launch;
  /** Change of a typical day. */
  readonly volatility: number;
  /** Logarithm of the price in TON where its story begins: at the start of the window or at its birth. */
  readonly firstLog: number;
  /** In all its pools, where its story begins. */
  readonly liquidityUsd: number;
  /** More buyers than sellers among people, and the other way round among whales. */
  readonly mood: number;
  /** Two or three accounts that trade with themselves to look busy. */
  readonly washed: boolean;
}

export function profileOf(plan: MarketPlan, index: number): JettonProfile {
  const random = randomFor(plan.seed, 'profile', index);
  const kind = plan.kind(index);
  const coin = kind === 'pegged' ? peggedCoins[index - plan.options.stables.length] : undefined;
  const decimals =
    coin?.decimals ?? (kind === 'stable' ? STABLE_DECIMALS : drawDecimals(random, index < plan.giants));
  const life = drawLife(plan, kind, random);
  const { liquidityUsd, valueUsd } = drawSize(kind, index, random);
  const tonLog = plan.ton.at(Math.max(life.bornAt, plan.start));
  const pegged = coin?.usd ?? (coin?.ton === undefined ? undefined : coin.ton * Math.exp(tonLog));
  const price = kind === 'stable' ? 1 : pegged;
  const supply = drawSupply(random, decimals, price === undefined ? undefined : valueUsd / price);
  const usd = price ?? valueUsd / supply.whole;
  const [low, high] = natureOf(kind).volatility;
  return {
    index,
    kind,
    decimals,
    totalSupply: supply.units,
    ...life,
    volatility: coin?.volatility ?? random.between(low, high),
    firstLog: coin?.ton === undefined ? Math.log(usd) - tonLog : Math.log(coin.ton),
    liquidityUsd,
    mood: 0.1 * random.normal(),
    washed: kind === 'meme' && random.chance(0.05),
  };
}

type Life = Pick<JettonProfile, 'bornAt' | 'diesAt' | 'rug' | 'launch'>;

function drawLife(plan: MarketPlan, kind: Kind, random: Random): Life {
  const { start, end } = plan;
  const days = (from: number, to: number) => random.between(from, to) * DAY;
  if (kind === 'stable' || kind === 'pegged' || kind === 'major') return { bornAt: start - days(200, 1100) };
  if (kind === 'established') return { bornAt: start - days(60, 900) };
  if (kind === 'launch') return { bornAt: birthInside(plan, random), launch: drawLaunch(random) };
  if (kind === 'rug') return drawRug(plan, random);
  const bornAt = random.chance(0.88)
    ? start - 4 * DAY - random.exponential() * 200 * DAY
    : start + days(1, 64);
  if (kind !== 'dead') return { bornAt };
  const forgotten = random.chance(0.35);
  const diesAt = forgotten ? start - days(0, 3) : start + random.between(0.05, 0.62) * (end - start);
  return { bornAt: start - DAY * (5 + 300 * random.exponential()), diesAt };
}

function birthInside({ start, end }: MarketPlan, random: Random): number {
  // More and more of them, some within the last hours.
  const age = (end - start - DAY) * random.next() ** 1.6;
  return Math.floor(end - 40 * MINUTE - age);
}

function drawLaunch(random: Random): Launch {
  const lucky = random.chance(0.15);
  return {
    multiple: random.logNormal(lucky ? 30 : 12, 0.9),
    hoursToPeak: random.logNormal(5, 0.9),
    remains: lucky ? random.between(0.5, 2) : random.logNormal(0.1, 0.8),
    daysOfFade: random.logNormal(3, 0.7),
  };
}

function drawRug(plan: MarketPlan, random: Random): Life {
  const { start, end } = plan;
  const inside = random.chance(0.65);
  const bornAt = inside ? birthInside(plan, random) - 6 * HOUR : start - random.between(10, 150) * DAY;
  const from = Math.max(bornAt, start);
  const by = random.chance(0.55) ? 'removal' : 'dump';
  const span = Math.min(random.logNormal(inside ? 4 : 30, 0.9) * DAY, (end - from) * 0.97);
  const launch = inside ? { ...drawLaunch(random), remains: random.between(0.5, 1.2) } : undefined;
  return { bornAt, rug: { at: Math.floor(from + span), by }, ...(launch && { launch }) };
}

function drawSize(kind: Kind, index: number, random: Random): { liquidityUsd: number; valueUsd: number } {
  const nature = natureOf(kind);
  const rank = index + 1;
  if (kind === 'stable') return { liquidityUsd: 2.4e7 / rank ** 2, valueUsd: 1.4e9 / rank ** 2 };
  const liquidity = random.logNormal(1.7e7 * (rank + 2) ** -1.05, 0.8) * nature.liquidity;
  if (kind === 'launch') return { liquidityUsd: liquidity, valueUsd: liquidity / random.between(0.2, 0.8) };
  // Pools of a maker who means to sell everything hold little of it.
  if (kind === 'rug') return { liquidityUsd: liquidity, valueUsd: liquidity * random.between(15, 50) };
  const value = random.logNormal(Math.max(2.2e9 * (rank + 4) ** -1.25, 900), 0.9) * nature.value;
  return { liquidityUsd: Math.min(liquidity, 0.25 * value), valueUsd: value };
}
