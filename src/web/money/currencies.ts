import { type Currency, currencies } from '#contract/enums.ts';
import { fullCoinName } from '#contract/native-coin.ts';
import { nativeCoin } from './native-coin.ts';

export interface CurrencyName {
  readonly code: Currency;
  readonly name: string;
  /** The name with former names, for lists and searches, if there are any. */
  readonly fullName?: string;
  /** Not unique: show it together with the code or name at least once. */
  readonly symbol: string;
}

export const DEFAULT_CURRENCY = 'usd' satisfies Currency;

/** Returns a currency code from a link or from storage, or undefined if it is invalid. */
export function parseCurrency(text: unknown): Currency | undefined {
  return currencies.find((code) => code === text);
}

const coin: CurrencyName = { code: 'ton', ...nativeCoin, fullName: fullCoinName(nativeCoin) };

/** As browsers name it: they take as long as rendering a page to load the first name. */
const dollar: CurrencyName = { code: 'usd', name: 'US Dollar', symbol: '$' };

const cache = new Map<Currency, CurrencyName>([
  ['ton', coin],
  ['usd', dollar],
]);

/** Returns the name of one currency. Cached and loaded individually, because loading all names is slow. */
export function currencyName(code: Currency): CurrencyName {
  const name = cache.get(code) ?? loadName(code);
  cache.set(code, name);
  return name;
}

/** Returns all currencies in the order of the specification, with the names that the browser provides. */
export function currencyNames(): CurrencyName[] {
  return currencies.map(currencyName);
}

let names: Intl.DisplayNames | undefined;

function loadName(code: Currency): CurrencyName {
  names ??= new Intl.DisplayNames('en', { type: 'currency' });
  return { code, name: names.of(code.toUpperCase()) ?? code.toUpperCase(), symbol: symbolOf(code) };
}

function symbolOf(code: Currency): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code.toUpperCase();
}

/** Returns currencies whose code, symbol or a word of whose name starts with the text. Matching codes come first. */
export function findCurrencies(text: string): CurrencyName[] {
  const prefix = text.trim().toLowerCase();
  const all = currencyNames();
  const byCode = all.filter(({ code }) => code.startsWith(prefix));
  const byName = all.filter(
    ({ name, fullName = name, symbol }) =>
      ` ${fullName.toLowerCase()}`.includes(` ${prefix}`) || symbol.toLowerCase().startsWith(prefix),
  );
  return [...new Set([...byCode, ...byName])];
}

/** Returns the unit in which services have a value: the native coin, or USD, from which others are converted. */
export function baseUnitOf(currency: Currency): 'ton' | 'usd' {
  return currency === 'ton' ? 'ton' : 'usd';
}
