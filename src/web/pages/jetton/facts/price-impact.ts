/** What selling a part of all tokens would do, as far as liquidity tells. */
export interface Sale {
  /** In the currency of both sums. */
  readonly worth: number;
  /** How far under today's price it would be paid on average, 0 to 1. */
  readonly loss: number;
  /** How far the price would have fallen after it, 0 to 1. */
  readonly fall: number;
}

/** Of the circulating tokens. */
export const SOLD_SHARE = 0.01;

/**
 * As if all pools were one of constant product: x jettons and y of the counterpart, each worth half of the liquidity.
 * Who sells a gets y·a/(x+a), which with q = a/x is 1/(1+q) of today's price each; the price after it is 1/(1+q)²
 * of today's. Fees, and pools of other kinds, are left out.
 */
export function saleOf(marketCap: number, liquidity: number): Sale | undefined {
  if (!(marketCap > 0) || !(liquidity >= 0)) return undefined;
  const worth = marketCap * SOLD_SHARE;
  const part = worth / (liquidity / 2);
  const kept = 1 / (1 + part);
  return { worth, loss: 1 - kept, fall: 1 - kept * kept };
}

const CHEAP = 0.05;
const DEAR = 0.3;

export function verdictOf({ loss }: Sale): 'Yes' | 'At a loss' | 'Hardly' {
  if (loss <= CHEAP) return 'Yes';
  return loss <= DEAR ? 'At a loss' : 'Hardly';
}
