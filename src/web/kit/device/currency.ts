import { type Currency, fiatCurrencies } from '#contract/enums.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/money/currencies.ts';
import { createPersistedStore } from './persisted-store.ts';

/** The last selected currency. Used for links without a `currency` parameter. */
export const usePersistedCurrency = createPersistedStore('jetscope.currency', (stored) => {
  const { currency, fiat } =
    typeof stored === 'object' && stored !== null ? { currency: '', fiat: '', ...stored } : {};
  return {
    currency: parseCurrency(currency) ?? DEFAULT_CURRENCY,
    /** The last selected currency other than the native coin. */
    fiat: fiatCurrencies.find((code) => code === fiat) ?? DEFAULT_CURRENCY,
  };
});

/** Stores a selected currency on this device. `previous` was selected before. */
export function storeCurrency(currency: Currency, previous: Currency): void {
  const fiat = [currency, previous].find((code) => code !== 'ton');
  usePersistedCurrency.setState(fiat === undefined ? { currency } : { currency, fiat });
}
