import type { Amount } from '#contract/amount.ts';
import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import type { DatedChange, PeriodChange } from './as-change.ts';

/** Change of a price over a period. */
export type PriceChange = DatedChange;

/** Total of a period with its share of buys. */
export interface PeriodTotal<Value> extends PeriodChange<Value> {
  /** Share of buys, 0 to 1. Absent if unknown or if the total is zero. */
  readonly buyShare?: number;
}

export type PriceChanges = { readonly [Period in PricePeriod]?: PriceChange };
export type PeriodTotals<Value> = { readonly [Period in CountPeriod]?: PeriodTotal<Value> };

/** Statistics of a jetton. Only fields that a page shows, because thousands of records are in memory. */
export interface Activity {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  readonly transactions: PeriodTotals<string>;
  readonly traders: PeriodTotals<string>;
  /** In USD. */
  readonly volume: PeriodTotals<Amount>;
}
