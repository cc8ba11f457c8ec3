import { getRouteApi } from '@tanstack/react-router';
import type { CountPeriod } from '#contract/enums.ts';
import type { NamedRange } from '#web/chart/chart-view.ts';
import { USUAL_CURRENCY } from '#web/lib/numbers/currencies.ts';
import { countPeriodLabelled, type JettonSearch, jettonSearch } from '#web/url/jetton-search.ts';

const route = getRouteApi('/jetton/$address');
const USUAL_RANGE = '7d' satisfies NamedRange;
const USUAL_PERIOD = 'day' satisfies CountPeriod;

/** What the address bar says of the page, and the way to change it. */
export function useJettonLink() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (parts: Partial<Record<keyof JettonSearch, string | undefined>>) =>
    void navigate({ search: jettonSearch({ ...search, ...parts }), resetScroll: false });
  return {
    search,
    currency: search.currency ?? USUAL_CURRENCY,
    period: countPeriodLabelled(search.period) ?? USUAL_PERIOD,
    range: search.range ?? USUAL_RANGE,
    change,
  };
}
