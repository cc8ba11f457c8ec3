import { type Currency, currencies } from '#contract/enums.ts';

export interface CurrencyName {
  readonly code: Currency;
  readonly name: string;
  /** Shared by several currencies at times, so it stands beside a code or a name at least once. */
  readonly symbol: string;
}

const TON: CurrencyName = { code: 'ton', name: 'Toncoin', symbol: 'TON' };

let known: ReadonlyMap<Currency, CurrencyName> | undefined;

/** All of the service's currencies, in its order; the browser knows their names. */
export function currencyNames(): ReadonlyMap<Currency, CurrencyName> {
  known ??= readNames();
  return known;
}

function readNames(): ReadonlyMap<Currency, CurrencyName> {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return new Map(
    currencies.map((code) => {
      if (code === 'ton') return [code, TON];
      return [
        code,
        { code, name: names.of(code.toUpperCase()) ?? code.toUpperCase(), symbol: symbolOf(code) },
      ];
    }),
  );
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
  const all = [...currencyNames().values()];
  const byCode = all.filter(({ code }) => code.startsWith(begun));
  const byName = all.filter(
    ({ name, symbol }) =>
      ` ${name.toLowerCase()}`.includes(` ${begun}`) || symbol.toLowerCase().startsWith(begun),
  );
  return [...new Set([...byCode, ...byName])];
}
