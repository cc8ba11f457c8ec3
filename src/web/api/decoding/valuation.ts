import type { Amount } from '#contract/amount.ts';
import { asAmount, asFields } from '#web/api/client/fields.ts';

/** Values of a jetton in the selected currency. */
export interface Valuation {
  readonly price: Amount | undefined;
  readonly liquidity: Amount | undefined;
  readonly fdmc: Amount | undefined;
  readonly mcap: Amount | undefined;
}

/** Decodes an item of operation 3. */
export function decodeValuation(item: unknown): Valuation {
  const metrics = asFields(item);
  return {
    price: asAmount(metrics.priceCurrency),
    liquidity: asAmount(metrics.liquidityCurrency),
    fdmc: asAmount(metrics.fdmcCurrency),
    mcap: asAmount(metrics.mcapCurrency),
  };
}
