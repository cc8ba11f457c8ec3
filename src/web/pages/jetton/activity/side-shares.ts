import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import type { Sided } from '#web/api/decoding/sided.ts';
import type { Shares } from '#web/pages/jetton/markets/disagreement.ts';

/** A count as it is on the wire, or a sum of money. */
export type Total = string | Amount;

/** Buys and sells as parts of the whole; undefined where nothing happened or a part is not known. */
export function sharesOf(sided: Sided<Total> | undefined): Shares | undefined {
  if (!sided?.buy || !sided.sell) return undefined;
  const all = numberOf(sided.total.current);
  if (!(all > 0)) return undefined;
  return { buy: numberOf(sided.buy.current) / all, sell: numberOf(sided.sell.current) / all };
}

function numberOf(total: Total): number {
  return Number(typeof total === 'string' ? total : decimalFromAmount(total));
}
