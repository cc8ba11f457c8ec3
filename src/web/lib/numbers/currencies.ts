import { type Currency, currencies } from '#contract/enums.ts';

export interface CurrencyName {
  readonly code: Currency;
  readonly name: string;
  /** Shared by several currencies at times, so it stands beside a code or a name at least once. */
  readonly symbol: string;
}

export const DEFAULT_CURRENCY = 'usd' satisfies Currency;

/** As links and devices keep it. */
export function parseCurrency(text: unknown): Currency | undefined {
  return currencies.find((code) => code === text);
}

const TON: CurrencyName = { code: 'ton', name: 'Toncoin', symbol: 'TON' };

const known = new Map<Currency, CurrencyName>([['ton', TON]]);

/** One by one: a page that shows a single currency does not wait for the names of all. */
export function currencyName(code: Currency): CurrencyName {
  const name = known.get(code) ?? readName(code);
  known.set(code, name);
  return name;
}

/** All of the service's currencies, in its order; the browser knows their names. */
export function currencyNames(): CurrencyName[] {
  return currencies.map(currencyName);
}

let names: Intl.DisplayNames | undefined;

function readName(code: Currency): CurrencyName {
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

/** Currencies whose code, name, a word of the name, or symbol begins with the text; codes first. */
export function findCurrencies(text: string): CurrencyName[] {
  const begun = text.trim().toLowerCase();
  const all = currencyNames();
  const byCode = all.filter(({ code }) => code.startsWith(begun));
  const byName = all.filter(
    ({ name, symbol }) =>
      ` ${name.toLowerCase()}`.includes(` ${begun}`) || symbol.toLowerCase().startsWith(begun),
  );
  return [...new Set([...byCode, ...byName])];
}
