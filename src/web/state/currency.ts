import { currencyOf, USUAL_CURRENCY } from '#web/lib/numbers/currencies.ts';
import { createKept } from './kept.ts';

/** The currency that was chosen last: of links that name none. */
export const useKeptCurrency = createKept('jetscope.currency', (stored) => {
  const kept = typeof stored === 'object' && stored !== null && 'currency' in stored ? stored.currency : '';
  return { currency: currencyOf(kept) ?? USUAL_CURRENCY };
});
