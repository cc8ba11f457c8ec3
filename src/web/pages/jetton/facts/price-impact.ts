/** Estimated effect of selling `SOLD_SHARE` of the circulating supply at once. */
export interface PriceImpact {
  /** Value of the sold tokens at the current price, in the currency of the inputs. */
  readonly worth: number;
  /** Difference of the average sale price from the current price, 0 to 1. */
  readonly loss: number;
  /** Price drop after the sale, 0 to 1. */
  readonly drop: number;
}

export const SOLD_SHARE = 0.01;

/**
 * Treats all pools as one constant-product pool without fees: x jettons and y of the quote, each worth half of the
 * liquidity. Selling a jettons returns y·a/(x+a). With q = a/x, the average price is 1/(1+q) of the current price and
 * the price after the sale is 1/(1+q)² of it. Returns undefined if an input is unknown (NaN) or the market cap is 0.
 */
export function estimatePriceImpact(marketCap: number, liquidity: number): PriceImpact | undefined {
  if (!(marketCap > 0) || !(liquidity >= 0)) return undefined;
  const worth = marketCap * SOLD_SHARE;
  const soldToReserve = worth / (liquidity / 2);
  const remaining = 1 / (1 + soldToReserve);
  return { worth, loss: 1 - remaining, drop: 1 - remaining * remaining };
}

const LOW_MAX_LOSS = 0.05;
const HIGH_MAX_LOSS = 0.3;

export function priceImpactLevel({ loss }: PriceImpact): 'low' | 'high' | 'extreme' {
  if (loss <= LOW_MAX_LOSS) return 'low';
  return loss <= HIGH_MAX_LOSS ? 'high' : 'extreme';
}
