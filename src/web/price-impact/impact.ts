import { bestSplit, type TradeAmount, type TradePart, total } from './best-split.ts';
import { afterTrade, type Reserves } from './constant-product.ts';

/** Effect of a trade on the price, without fees. */
export interface PriceImpact {
  readonly parts: readonly TradePart[];
  readonly paid: bigint;
  readonly received: bigint;
  /**
   * Share of the amount due at the reference pool's price that is not received, up to 1. Negative if other pools have a
   * better price.
   */
  readonly loss: number;
  /** The share by which the trade makes the reference pool's price worse, 0 to 1. */
  readonly drop: number;
}

/**
 * Returns the impact of a trade that is divided optimally among constant-product pools in the same base units, on the price
 * of the pool at index `reference`. Returns undefined if the pools hold too little, or if the amount is too small to receive
 * anything.
 */
export function priceImpact(
  pools: readonly Reserves[],
  trade: TradeAmount,
  reference = 0,
): PriceImpact | undefined {
  const usable = pools.filter(({ input, output }) => input > 0n && output > 0n);
  const before = pools[reference];
  const split = before && usable.includes(before) ? bestSplit(usable, trade) : undefined;
  if (!before || !split) return undefined;
  const [paid, received] = [total(split, 'paid'), total(split, 'received')];
  if (paid === 0n || received === 0n) return undefined;
  const parts = split.map((part) => ({ ...part, index: pools.indexOf(usable[part.index] ?? before) }));
  const own = parts.find(({ index }) => index === reference);
  const after = own ? afterTrade(before, own.paid, own.received) : before;
  return {
    parts,
    paid,
    received,
    loss: 1 - ratio(received * before.input, paid * before.output),
    drop: 1 - ratio(after.output * before.input, after.input * before.output),
  };
}

const RATIO_DIGITS = 18;

/** Returns the ratio of two positive integers of any size, with 18 decimals. */
export function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 10n ** BigInt(RATIO_DIGITS)) / denominator) / 10 ** RATIO_DIGITS;
}

export type ImpactLevel = 'low' | 'high' | 'extreme';

const LOW_MAX_LOSS = 0.05;
const HIGH_MAX_LOSS = 0.3;

export function impactLevel(loss: number): ImpactLevel {
  if (loss <= LOW_MAX_LOSS) return 'low';
  return loss <= HIGH_MAX_LOSS ? 'high' : 'extreme';
}
