import type { Market } from '#contract/market.ts';

/** Returns the reference for price comparison: the first priced market of a list sorted by liquidity, descending. */
export function findDeepestMarket(markets: readonly Market[]): Market | undefined {
  return markets.find(({ price }) => price.ton ?? price.usd) ?? markets[0];
}

/** Milliseconds. */
const INACTIVE_AFTER = 86_400_000;

/** Returns whether the market has had no transaction in the last 24 hours. */
export function isInactive({ lastTransactionAt }: Market, now: Date): boolean {
  return lastTransactionAt === undefined || now.getTime() - Date.parse(lastTransactionAt) > INACTIVE_AFTER;
}
