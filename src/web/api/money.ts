import type { Amount } from '#contract/amount.ts';

/** What a jetton is worth in the chosen currency. */
export interface Money {
  readonly price?: Amount | undefined;
  readonly liquidity?: Amount | undefined;
  readonly fdmc?: Amount | undefined;
  readonly mcap?: Amount | undefined;
}
