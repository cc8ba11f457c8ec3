import { queryOptions } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { catchNotInPlan, type PlanResult } from '#web/api/client/plan.ts';
import type { Activity, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { ByAddress, JettonPage, Trust, Valuation } from '#web/api/decoding/decode-jetton.ts';
import { untradedText } from '#web/money/moves.ts';
import { fetchActivity, fetchPriceChanges, fetchTrust, fetchValuations } from './list-requests.ts';

export type { ByAddress } from '#web/api/decoding/decode-jetton.ts';

// Pages out of view are dropped from the cache, because 100,000 rows would use too much memory.
const cacheOptions = { staleTime: 300_000, gcTime: 60_000, structuralSharing: false } as const;

/** Query for the values of a loaded page's rows in a currency. */
export function pageValuations(page: JettonPage, currency: Currency) {
  return queryOptions({
    queryKey: [operations.getJettonMetricsList.name, { page: page.id, currency }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<Valuation>>> =>
      catchNotInPlan(fetchValuations(addressesOf(page), currency, { signal, priority: 'valuations' })),
    ...cacheOptions,
  });
}

/** Query for the changes and activity of a loaded page's rows. */
export function pageActivity(page: JettonPage) {
  return queryOptions({
    queryKey: [operations.getJettonStatisticsList.name, { page: page.id }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<Activity>>> =>
      catchNotInPlan(fetchActivity(addressesOf(page), { signal, priority: 'statistics' })),
    ...cacheOptions,
  });
}

/** Query for the price changes of a loaded page's rows in a currency other than the native coin and USD. */
export function pagePriceChanges(page: JettonPage, currency: Currency) {
  return queryOptions({
    queryKey: [operations.getPriceChangeList.name, { page: page.id, currency }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<PriceChanges>>> =>
      catchNotInPlan(fetchPriceChanges(addressesOf(page), currency, { signal, priority: 'statistics' })),
    ...cacheOptions,
  });
}

/** Query for the calculation times of a loaded page's trust scores. Only needed where they are shown. */
export function pageTrust(page: JettonPage) {
  return queryOptions({
    queryKey: [operations.getJettonTrustScoreList.name, { page: page.id }],
    queryFn: ({ signal }): Promise<PlanResult<ByAddress<Trust>>> =>
      catchNotInPlan(fetchTrust(addressesOf(page), { signal, priority: 'statistics' })),
    ...cacheOptions,
  });
}

function addressesOf({ jettons }: JettonPage): string[] {
  return jettons.map(({ identity }) => identity.address);
}

/** A price change over 24 hours. */
export interface DayChange {
  readonly percent: number;
  /** Time of the first trade, if it was later than the start of the period. */
  readonly since?: string | undefined;
  /** Why the change is no move. */
  readonly untraded?: string | undefined;
}

/** Returns the change over 24 hours in USD, or since the first trade of a younger jetton. */
export function dayChangeOf({ usd, moves, transactions }: Activity): DayChange | undefined {
  const move = moves?.usd.day;
  if (move?.since !== undefined) return move;
  const untraded = untradedText('day', moves?.usd, (period) => transactions[period]?.current);
  return usd.day && { percent: usd.day.percent, untraded };
}
