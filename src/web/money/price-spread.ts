import { type Amount, compareAmounts, numberFromAmount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';

type Priced = Pick<Market, 'price'>;

/**
 * Returns the price difference of a market from another in percent, or undefined if the two have no price in a common
 * unit (TON or USD).
 */
export function priceSpread({ price }: Priced, { price: reference }: Priced): number | undefined {
  return spreadIn(price.ton, reference.ton) ?? spreadIn(price.usd, reference.usd);
}

function spreadIn(price: Amount | undefined, reference: Amount | undefined): number | undefined {
  if (!price || !reference) return undefined;
  if (compareAmounts(price, reference) === 0) return 0;
  const percent = (numberFromAmount(price) / numberFromAmount(reference) - 1) * 100;
  return Number.isFinite(percent) ? Number(percent.toFixed(6)) : undefined;
}
