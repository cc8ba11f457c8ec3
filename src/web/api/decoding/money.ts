import type { Amount } from '#contract/amount.ts';
import { amountOf, fieldsOf } from './fields.ts';

/** What a jetton is worth in the chosen currency. */
export interface Money {
  readonly price: Amount | undefined;
  readonly liquidity: Amount | undefined;
  readonly fdmc: Amount | undefined;
  readonly mcap: Amount | undefined;
}

/** An item of operation 3. */
export function readMoney(item: unknown): Money {
  const metrics = fieldsOf(item);
  return {
    price: amountOf(metrics.priceCurrency),
    liquidity: amountOf(metrics.liquidityCurrency),
    fdmc: amountOf(metrics.fdmcCurrency),
    mcap: amountOf(metrics.mcapCurrency),
  };
}
