import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import type { BuySellSplit } from '#web/api/decoding/buy-sell-periods.ts';
import type { Shares } from './buy-sell-divergence.ts';

/** A count as a decimal string, or a sum of money. */
export type Total = string | Amount;

/** Returns the shares of buys and sells in the total, or undefined if the total is zero or a side is unknown. */
export function buySellShares(split: BuySellSplit<Total> | undefined): Shares | undefined {
  if (!split?.buy || !split.sell) return undefined;
  const total = numberOf(split.total.current);
  if (!(total > 0)) return undefined;
  return { buy: numberOf(split.buy.current) / total, sell: numberOf(split.sell.current) / total };
}

function numberOf(total: Total): number {
  return Number(typeof total === 'string' ? total : decimalFromAmount(total));
}
