import type { Amount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { constantProductTypes, splitLimits } from '#contract/pool-split.ts';
import { type Reserves, ratio } from './impact.ts';

/** Decimals of the base units in which reserves and amounts of different pools are compared. */
export const COMMON_DECIMALS = 36;

/** Value of an amount of the quote in another unit: amount × numerator ÷ denominator. */
export interface ConversionRate {
  readonly numerator: Amount;
  readonly denominator: Amount;
}

/** Why a pool's impact is unknown: that of a type other than constant product needs parameters that are not known. */
type ExclusionReason = 'type' | 'reserves' | 'value';

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
  /** Whether the reserves contradict the last price. */
  readonly isEstimate: boolean;
}

/**
 * Returns the model of a market in a currency. `rate` converts USD to the currency, or GRAM if `base` is `ton`. A pool
 * whose reserves contradict its last price is estimated at that price, with both sides as deep as the smaller one, so that
 * it never returns more than it holds.
 */
export function poolModel(market: Market, base: 'usd' | 'ton', rate?: ConversionRate): PoolModel {
  const { asset, counterpart } = market.liquidity;
  const excludedFor = (excluded: ExclusionReason) =>
    ({ market, depth: undefined, excluded, isEstimate: false }) as const;
  if (!isConstantProduct(market.type)) return excludedFor('type');
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
  const isEstimate = deviation > splitLimits.priceTolerance;
  return {
    market,
    depth:
      isEstimate && atLastPrice > 0n
        ? balanced({ jetton, currency }, atLastPrice, quote)
        : { jetton, currency },
    excluded: undefined,
    isEstimate,
  };
}

/** Whether pools of a market type are known to keep the product of their reserves. */
export function isConstantProduct(type: string): boolean {
  return constantProductTypes.some((other) => other.toLowerCase() === type.toLowerCase());
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

/** The pools that a trade can be divided among, and why others are left out. */
export interface PoolSplit {
  readonly included: readonly PoolModel[];
  readonly leftOut: readonly { readonly pool: PoolModel; readonly reason: LeftOutReason }[];
}

export type LeftOutReason = ExclusionReason | 'estimate' | 'outdated' | 'price';

/**
 * Divides pools into the constant-product pools that a trade can be divided among and others. The former have a price close
 * to that of the deepest one, and reserves that are not much older than its reserves: larger differences are outdated or
 * will be removed by arbitrage, and would make the split look too good.
 */
export function splitPools(pools: readonly PoolModel[]): PoolSplit {
  const exact = pools.filter(({ depth, isEstimate }) => depth !== undefined && !isEstimate);
  const deepestDepth = deepestOf(exact.flatMap(({ depth }) => depth ?? []));
  const deepest = exact.find(({ depth }) => depth === deepestDepth);
  const reasons = pools.map((pool) => [pool, leftOutReason(pool, deepest)] as const);
  return {
    included: reasons.flatMap(([pool, reason]) => (reason === undefined ? pool : [])),
    leftOut: reasons.flatMap(([pool, reason]) => (reason === undefined ? [] : { pool, reason })),
  };
}

function leftOutReason(pool: PoolModel, deepest: PoolModel | undefined): LeftOutReason | undefined {
  const { depth, excluded, isEstimate } = pool;
  if (excluded) return excluded;
  if (isEstimate || !depth || !deepest?.depth) return 'estimate';
  const { currency, jetton } = deepest.depth;
  if (Math.abs(ratio(depth.currency * jetton, depth.jetton * currency) - 1) > splitLimits.splitTolerance)
    return 'price';
  return reservesTime(deepest) - reservesTime(pool) > splitLimits.reservesMaxAgeMs ? 'outdated' : undefined;
}

/** Returns milliseconds, or NaN if the time is unknown. */
function reservesTime({ market }: PoolModel): number {
  return Date.parse(market.liquidity.changedAt ?? '');
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

/** Returns the converted amount in base units of `COMMON_DECIMALS`, or undefined if the rate is not positive. */
export function converted(amount: bigint, { numerator, denominator }: ConversionRate): bigint | undefined {
  const [above, below] = [toCommon(numerator), toCommon(denominator)];
  return above > 0n && below > 0n ? (amount * above) / below : undefined;
}
