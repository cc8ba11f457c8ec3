import type { Amount } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-numbers.ts';
import { convertFromUsd, type ExchangeRate, sumUnit } from './amounts.ts';

/** Explains why the current price can differ from the newest bar. */
export const CURRENT_PRICE_HINT =
  'Price of the last swap at the current exchange rate. Charts use the rate at the time of each swap.';

type Rate = ExchangeRate | null | undefined;

/** Decimals of a converted price beyond those in USD, because one unit of a currency can be worth several dollars. */
const MORE_DECIMALS = 2;

/** Converts a price from USD. Unchanged without a rate. */
export function convertedPrice(usd: Amount | undefined, rate: Rate): Amount | undefined {
  return usd && rate ? convertFromUsd(usd, rate, usd.decimals + MORE_DECIMALS) : usd;
}

/** Converts a sum from USD. Unchanged without a rate. */
export function convertedSum(usd: Amount | undefined, rate: Rate): Amount | undefined {
  return usd && rate ? convertFromUsd(usd, rate) : usd;
}

/** Formats a sum in USD in the currency of a rate, for example $13.2m or 11.5m EUR. */
export function convertedSumText(usd: Amount, rate: Rate): string {
  const { digits, unit } = formatCompactAmount(rate ? convertFromUsd(usd, rate) : usd);
  return rate ? `${digits}${unit} ${sumUnit(rate)}` : `$${digits}${unit}`;
}
