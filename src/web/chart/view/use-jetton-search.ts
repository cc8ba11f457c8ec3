import { getRouteApi } from '@tanstack/react-router';
import type { CountPeriod } from '#contract/enums.ts';
import type { NamedRange } from '#web/chart/chart-view.ts';
import { type JettonSearch, jettonLink, parseJettonSearch } from '#web/chart/jetton-search.ts';
import { usePersistedCurrency } from '#web/kit/device/preferences.ts';

const route = getRouteApi('/jetton/$address');
const DEFAULT_RANGE = '7d' satisfies NamedRange;
const DEFAULT_PERIOD = 'day' satisfies CountPeriod;

/** Returns the page's settings from the URL, with defaults applied, and a function that updates the URL. */
export function useJettonSearch() {
  const state = jettonLink.parse(route.useSearch());
  const search: JettonSearch = jettonLink.serialize(state);
  const navigate = route.useNavigate();
  const change = (changes: Partial<Record<keyof JettonSearch, string | undefined>>) =>
    void navigate({ search: parseJettonSearch({ ...search, ...changes }), resetScroll: false });
  // As in the canonical link.
  const stored = usePersistedCurrency.getState().currency;
  const { currency = stored, period = DEFAULT_PERIOD, range = DEFAULT_RANGE } = state;
  const { side, size, trader } = state;
  return { search, currency, period, range, trades: { side, size, trader }, change };
}
