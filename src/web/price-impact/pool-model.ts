import type { Amount } from '#contract/amount.ts';
import { DEFAULT_MARKET_TYPE, type Market } from '#contract/market.ts';
import { type Reserves, ratio } from './impact.ts';

/** Decimals of the base units in which reserves and amounts of different pools are compared. */
export const COMMON_DECIMALS = 36;

/** Value of an amount of the quote in another unit: amount × numerator ÷ denominator. */
export interface ConversionRate {
  readonly numerator: Amount;
  readonly denominator: Amount;
}

/** Why a pool's impact cannot be calculated. */
export type ExclusionReason = 'reserves' | 'value';

/** Why a pool's impact is an estimate: its formula is different or unknown, or its reserves contradict its price. */
export type EstimateReason = 'stable' | 'type' | 'price';

/** Both sides of a pool in base units of `COMMON_DECIMALS`: in jettons, and in the currency of the calculation. */
export interface PoolDepth {
  readonly jetton: bigint;
  readonly currency: bigint;
}

/** A market as the calculation models it: exactly, as an estimate, or not at all. */
export interface PoolModel {
  readonly market: Market;
  /** Undefined for excluded pools. */
  readonly depth: PoolDepth | undefined;
  readonly excluded: ExclusionReason | undefined;
  readonly estimated: EstimateReason | undefined;
}

/** Relative difference above which a pool's reserves contradict its last price. */
export const PRICE_TOLERANCE = 0.05;

/** Relative difference from the deepest pool's price up to which a pool is part of a split. */
export const SPLIT_TOLERANCE = 0.01;

/**
 * Returns the model of a market in a currency. `rate` converts USD to the currency, or GRAM if `base` is `ton`. A pool
 * with another formula is estimated as a constant-product pool at its last price, with both sides as deep as the smaller
 * one, so that it never returns more than it holds.
 */
export function poolModel(market: Market, base: 'usd' | 'ton', rate?: ConversionRate): PoolModel {
  const { asset, counterpart } = market.liquidity;
  const excludedFor = (excluded: ExclusionReason) =>
    ({ market, depth: undefined, excluded, estimated: undefined }) as const;
  if (!asset || !counterpart) return excludedFor('reserves');
  const jetton = toCommon(asset);
  const quote = toCommon(counterpart);
  if (jetton <= 0n || quote <= 0n) return excludedFor('reserves');
  const { [base]: value, counterpart: price } = market.price;
  if (!value || !price) return excludedFor('value');
  const valued = converted(quote, { numerator: value, denominator: price });
  const currency = valued && (rate ? converted(valued, rate) : valued);
  if (!currency) return excludedFor('value');
  // The jetton's reserve, valued in the quote at the last price.
  const atLastPrice = (jetton * toCommon(price)) / ONE;
  const deviation = atLastPrice > 0n ? Math.abs(ratio(atLastPrice, quote) - 1) : 1;
  const estimated = estimateReason(market.type, deviation);
  const isConstantProduct = estimated === undefined;
  return {
    market,
    depth:
      isConstantProduct || atLastPrice === 0n
        ? { jetton, currency }
        : balanced({ jetton, currency }, atLastPrice, quote),
    excluded: undefined,
    estimated,
  };
}

function estimateReason(type: string, deviation: number): EstimateReason | undefined {
  const formula = poolFormula(type);
  if (formula === 'stable') return 'stable';
  if (formula === 'unknown') return 'type';
  return deviation > PRICE_TOLERANCE ? 'price' : undefined;
}

/** Types of constant-product pools: that of the specification and those of known exchanges. */
const constantProductTypes = [DEFAULT_MARKET_TYPE, 'volatile', 'constant_product'];

/** Returns how pools of a market type set their price, judging by the name of the type. */
export function poolFormula(type: string): 'constant product' | 'stable' | 'unknown' {
  const name = type.toLowerCase();
  if (constantProductTypes.some((other) => other.toLowerCase() === name)) return 'constant product';
  return /(^|[^a-z])stable/.test(name) ? 'stable' : 'unknown';
}

/** Scales the larger side down to the smaller one at the price `atLastPrice` ÷ `jetton`. */
function balanced({ jetton, currency }: PoolDepth, atLastPrice: bigint, quote: bigint): PoolDepth {
  return atLastPrice > quote
    ? { jetton: (jetton * quote) / atLastPrice, currency }
    : { jetton, currency: (currency * atLastPrice) / quote };
}

/** Returns a pool's reserves from the perspective of a trade of the jetton. */
export function reservesFor(side: 'buy' | 'sell', { jetton, currency }: PoolDepth): Reserves {
  return side === 'buy' ? { input: currency, output: jetton } : { input: jetton, output: currency };
}

/**
 * Returns the constant-product pools that a trade can be divided among: those whose price is close to that of the deepest
 * one. Larger differences than trading fees are outdated prices or will be removed by arbitrage, and would make the split
 * look too good.
 */
export function poolsForSplit(pools: readonly PoolModel[]): PoolModel[] {
  const exact = pools.filter(({ depth, estimated }) => depth !== undefined && estimated === undefined);
  const deepest = deepestOf(exact.flatMap(({ depth }) => depth ?? []));
  const isClose = ({ depth }: PoolModel) =>
    depth !== undefined &&
    deepest !== undefined &&
    Math.abs(ratio(depth.currency * deepest.jetton, depth.jetton * deepest.currency) - 1) <= SPLIT_TOLERANCE;
  return exact.filter(isClose);
}

/** Returns the pool that holds the most currency. */
export function deepestOf(depths: readonly PoolDepth[]): PoolDepth | undefined {
  return depths.reduce<PoolDepth | undefined>(
    (deepest, depth) => (deepest && deepest.currency >= depth.currency ? deepest : depth),
    undefined,
  );
}

const ONE = 10n ** BigInt(COMMON_DECIMALS);

/** Returns an amount in base units of `COMMON_DECIMALS`, rounded down. */
export function toCommon({ value, decimals }: Amount): bigint {
  const shift = COMMON_DECIMALS - decimals;
  return shift < 0 ? BigInt(value) / 10n ** BigInt(-shift) : BigInt(value) * 10n ** BigInt(shift);
}

/** Returns an amount of base units of `COMMON_DECIMALS` with fewer decimals, rounded down. */
export function fromCommon(value: bigint, decimals: number): Amount {
  const limited = Math.min(decimals, COMMON_DECIMALS);
  return { value: (value / 10n ** BigInt(COMMON_DECIMALS - limited)).toString(), decimals: limited };
}

/** Returns the converted amount in base units, or undefined if the rate is not positive. */
function converted(amount: bigint, { numerator, denominator }: ConversionRate): bigint | undefined {
  const [above, below] = [toCommon(numerator), toCommon(denominator)];
  return above > 0n && below > 0n ? (amount * above) / below : undefined;
}
