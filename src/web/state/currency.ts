import { DEFAULT_CURRENCY, parseCurrency } from '#web/lib/numbers/currencies.ts';
import { createPersistedStore } from './persisted-store.ts';

/** The last selected currency. Used for links without a `currency` parameter. */
export const usePersistedCurrency = createPersistedStore('jetscope.currency', (stored) => {
  const value = typeof stored === 'object' && stored !== null && 'currency' in stored ? stored.currency : '';
  return { currency: parseCurrency(value) ?? DEFAULT_CURRENCY };
});
