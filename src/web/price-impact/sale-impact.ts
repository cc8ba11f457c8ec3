import type { Amount } from '#contract/amount.ts';
import { priceImpact } from './impact.ts';
import { fromCommon, toCommon } from './pool-model.ts';

/** Estimated effect of selling 1% of the circulating supply at once. */
export interface SaleImpact {
  /** Value of the sold tokens at the current price, in the currency of the inputs. */
  readonly value: Amount;
  /** Difference of the average sale price from the current price, 0 to 1. */
  readonly loss: number;
  /** Price drop after the sale, 0 to 1. */
  readonly drop: number;
}

/** The inverse of the sold share. */
const SOLD_DIVISOR = 100n;
const VALUE_DECIMALS = 6;

/**
 * Treats all pools as one constant-product pool without fees, half of the liquidity on each side. Returns undefined if an
 * input is unknown or the market cap is 0.
 */
export function estimateSaleImpact(
  marketCap: Amount | undefined,
  liquidity: Amount | undefined,
): SaleImpact | undefined {
  if (!marketCap || !liquidity) return undefined;
  const sold = toCommon(marketCap) / SOLD_DIVISOR;
  const side = toCommon(liquidity) / 2n;
  if (sold <= 0n || side < 0n) return undefined;
  const impact = priceImpact([{ input: side, output: side }], { side: 'paid', amount: sold });
  const value = fromCommon(sold, VALUE_DECIMALS);
  return { value, loss: impact?.loss ?? 1, drop: impact?.drop ?? 1 };
}
