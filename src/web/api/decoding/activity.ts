import type { Amount } from '#contract/amount.ts';
import type { CountPeriod, PricePeriod } from '#contract/enums.ts';

/** A price's change over a period. */
export interface PriceChange {
  readonly percent: number;
  /** When it was calculated. */
  readonly calculatedAt: string | undefined;
}

/** What happened in a period. */
export interface PeriodTotal<Sum> {
  readonly current: Sum;
  /** Against the period before. */
  readonly percent: number;
  /** Share of buys in it, 0 to 1; absent where nothing happened or it is not known. */
  readonly buyShare?: number;
  readonly calculatedAt: string | undefined;
}

export type PriceChanges = { readonly [Period in PricePeriod]?: PriceChange };
export type PeriodTotals<Sum> = { readonly [Period in CountPeriod]?: PeriodTotal<Sum> };

/** Statistics of a jetton, without what no page shows: thousands of them are held. */
export interface Activity {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  readonly transactions: PeriodTotals<string>;
  readonly traders: PeriodTotals<string>;
  /** In USD. */
  readonly volume: PeriodTotals<Amount>;
}
