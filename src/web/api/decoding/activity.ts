import type { Amount } from '#contract/amount.ts';
import type { CountPeriod, PricePeriod } from '#contract/enums.ts';

/** A price's change over a period. */
export interface PriceChange {
  readonly percent: number;
  /** When it was calculated. */
  readonly at: string | undefined;
}

/** What happened in a period. */
export interface Flow<Sum> {
  readonly current: Sum;
  /** Against the period before. */
  readonly percent: number;
  /** Share of buys in it, 0 to 1; absent where nothing happened or it is not known. */
  readonly buys?: number;
  readonly at: string | undefined;
}

export type PriceChanges = { readonly [Period in PricePeriod]?: PriceChange };
export type Flows<Sum> = { readonly [Period in CountPeriod]?: Flow<Sum> };

/** Statistics of a jetton, without what no page shows: thousands of them are held. */
export interface Activity {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  readonly transactions: Flows<string>;
  readonly traders: Flows<string>;
  /** In USD. */
  readonly volume: Flows<Amount>;
}
