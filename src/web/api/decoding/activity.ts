import type { Amount } from '#contract/amount.ts';
import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import type { Change } from '#web/lib/numbers/change-text.ts';

/** Change of a price over a period. */
export interface PriceChange extends Change {
  readonly calculatedAt: string | undefined;
}

/** Total of a period and its change from the previous one. */
export interface PeriodTotal<Value> extends Change {
  readonly current: Value;
  /** Share of buys, 0 to 1. Absent if unknown or if the total is zero. */
  readonly buyShare?: number;
  readonly calculatedAt: string | undefined;
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
