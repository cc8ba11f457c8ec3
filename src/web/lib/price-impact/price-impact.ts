import { bestSplit, type TradeAmount, type TradePart, total } from './best-split.ts';
import { afterTrade, compareSpot, type Reserves } from './constant-product.ts';

/** Effect of a trade on the price, without fees. */
export interface PriceImpact {
  readonly parts: readonly TradePart[];
  readonly paid: bigint;
  readonly received: bigint;
  /** Share of the amount due at the price before the trade that is not received, 0 to 1. */
  readonly loss: number;
  /** The same share for the last unit of the trade. */
  readonly marginalLoss: number;
}

/**
 * Returns the impact of a trade that is divided optimally among constant-product pools in the same base units. The price
 * before the trade is the best one of the pools. Returns undefined if the pools hold too little, or if the amount is too
 * small to receive anything.
 */
export function priceImpact(pools: readonly Reserves[], trade: TradeAmount): PriceImpact | undefined {
  const usable = pools.filter(({ input, output }) => input > 0n && output > 0n);
  const parts = bestSplit(usable, trade);
  const before = bestSpot(usable);
  if (!parts || !before) return undefined;
  const [paid, received] = [total(parts, 'paid'), total(parts, 'received')];
  if (paid === 0n || received === 0n) return undefined;
  const after = bestSpot(
    usable.map((pool, index) => {
      const part = parts.find((one) => one.index === index);
      return part ? afterTrade(pool, part.paid, part.received) : pool;
    }),
  );
  return {
    parts: parts.map((part) => ({ ...part, index: pools.indexOf(usable[part.index] ?? before) })),
    paid,
    received,
    loss: 1 - ratio(received * before.input, paid * before.output),
    marginalLoss: after ? 1 - ratio(after.output * before.input, after.input * before.output) : 1,
  };
}

/** Returns the pool that pays the most for the first unit. */
export function bestSpot(pools: readonly Reserves[]): Reserves | undefined {
  const [first, ...others] = pools;
  return first && others.reduce((best, pool) => (compareSpot(pool, best) > 0 ? pool : best), first);
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
