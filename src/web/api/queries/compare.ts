import { queryOptions } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { onPlan } from '#web/api/transport/on-plan.ts';
import { askActivity, askMoney, askRows, askTrust } from './requests.ts';

const FRESH = 60_000;

/** What the list says of a few jettons, whatever they are marked as. */
export function comparedJettons(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared', addresses],
    queryFn: ({ signal }) => askRows(addresses, { signal, priority: 'list' }),
    staleTime: FRESH,
  });
}

export function comparedMoney(addresses: readonly string[], currency: Currency) {
  return queryOptions({
    queryKey: ['compared money', addresses, currency],
    queryFn: ({ signal }) => onPlan(askMoney(addresses, currency, { signal, priority: 'metrics' })),
    staleTime: FRESH,
  });
}

export function comparedActivity(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared activity', addresses],
    queryFn: ({ signal }) => onPlan(askActivity(addresses, { signal, priority: 'statistics' })),
    staleTime: FRESH,
  });
}

export function comparedTrust(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['compared trust', addresses],
    queryFn: ({ signal }) => onPlan(askTrust(addresses, { signal, priority: 'statistics' })),
    staleTime: FRESH,
  });
}
