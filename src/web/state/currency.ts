import { DEFAULT_CURRENCY, parseCurrency } from '#web/lib/numbers/currencies.ts';
import { createPersistedStore } from './persisted-store.ts';

/** The currency that was chosen last: of links that name none. */
export const usePersistedCurrency = createPersistedStore('jetscope.currency', (stored) => {
  const kept = typeof stored === 'object' && stored !== null && 'currency' in stored ? stored.currency : '';
  return { currency: parseCurrency(kept) ?? DEFAULT_CURRENCY };
});
