import { type Amount, compareAmounts, decimalFromAmount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';

/** The market that others are compared with: of a list by depth, the first that has a price. */
export function deepestOf(markets: readonly Market[]): Market | undefined {
  return markets.find(({ price }) => price.ton ?? price.usd) ?? markets[0];
}

/** How far a market's price stands from the deepest one's, in percent; undefined where they share no unit. */
export function spreadOf({ price }: Market, { price: deepest }: Market): number | undefined {
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

const SILENT = 86_400_000;

/** Whether nobody has traded for a day. */
export function isSilent({ lastTransactionAt }: Market, now: Date): boolean {
  return lastTransactionAt === undefined || now.getTime() - Date.parse(lastTransactionAt) > SILENT;
}

const PREFIX = 'JTN_MRKT_';

/** JTN_MRKT_LINEAR is Linear; a name of another form stays as it is. */
export function marketTypeText(type: string): string {
  if (!type.startsWith(PREFIX)) return type;
  const words = type.slice(PREFIX.length).toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
