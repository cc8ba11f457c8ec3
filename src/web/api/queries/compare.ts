import { queryOptions } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { catchNotInPlan } from '#web/api/client/plan.ts';
import { fetchActivity, fetchPriceChanges, fetchRows, fetchTrust, fetchValuations } from './list-requests.ts';

const STALE_TIME_MS = 60_000;

/** Query for the list records of a few jettons. Includes scam. */
export function comparedJettons(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared', addresses],
    queryFn: ({ signal }) => fetchRows(addresses, { signal, priority: 'list' }),
    staleTime: STALE_TIME_MS,
  });
}

export function comparedValuations(addresses: readonly string[], currency: Currency) {
  return queryOptions({
    queryKey: ['compared valuations', addresses, currency],
    queryFn: ({ signal }) =>
      catchNotInPlan(fetchValuations(addresses, currency, { signal, priority: 'valuations' })),
    staleTime: STALE_TIME_MS,
  });
}

/** Query for the price changes in a currency other than the native coin and USD. */
export function comparedPriceChanges(addresses: readonly string[], currency: Currency) {
  return queryOptions({
    queryKey: ['compared price changes', addresses, currency],
    queryFn: ({ signal }) =>
      catchNotInPlan(fetchPriceChanges(addresses, currency, { signal, priority: 'statistics' })),
    staleTime: STALE_TIME_MS,
  });
}

export function comparedActivity(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared activity', addresses],
    queryFn: ({ signal }) => catchNotInPlan(fetchActivity(addresses, { signal, priority: 'statistics' })),
    staleTime: STALE_TIME_MS,
  });
}

export function comparedTrust(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared trust', addresses],
    queryFn: ({ signal }) => catchNotInPlan(fetchTrust(addresses, { signal, priority: 'statistics' })),
    staleTime: STALE_TIME_MS,
  });
}
