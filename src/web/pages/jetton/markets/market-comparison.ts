import { type Amount, compareAmounts, decimalFromAmount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';

/** Returns the reference for price comparison: the first priced market of a list sorted by liquidity, descending. */
export function findDeepestMarket(markets: readonly Market[]): Market | undefined {
  return markets.find(({ price }) => price.ton ?? price.usd) ?? markets[0];
}

/**
 * Returns the price difference from the deepest market in percent, or undefined if the two have no price in a common
 * unit (TON or USD).
 */
export function priceSpread({ price }: Market, { price: deepest }: Market): number | undefined {
  return spreadIn(price.ton, deepest.ton) ?? spreadIn(price.usd, deepest.usd);
}

function spreadIn(price: Amount | undefined, deepest: Amount | undefined): number | undefined {
  if (!price || !deepest) return undefined;
  if (compareAmounts(price, deepest) === 0) return 0;
  const percent = (numberOf(price) / numberOf(deepest) - 1) * 100;
  return Number.isFinite(percent) ? Number(percent.toFixed(6)) : undefined;
}

function numberOf(amount: Amount): number {
  return Number(decimalFromAmount(amount));
}

/** Milliseconds. */
const INACTIVE_AFTER = 86_400_000;

/** Returns whether the market has had no transaction in the last 24 hours. */
export function isInactive({ lastTransactionAt }: Market, now: Date): boolean {
  return lastTransactionAt === undefined || now.getTime() - Date.parse(lastTransactionAt) > INACTIVE_AFTER;
}
