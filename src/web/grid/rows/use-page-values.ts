import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import type { Activity, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { JettonPage, Trust, Valuation } from '#web/api/decoding/decode-jetton.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import {
  type ByAddress,
  pageActivity,
  pagePriceChanges,
  pageTrust,
  pageValuations,
} from '#web/api/queries/valuations.ts';
import type { Loadable } from './row-values.ts';

export type ValueLookup<Value> = (page: JettonPage, address: string) => Loadable<Value>;

interface Options {
  readonly pages: readonly JettonPage[];
  readonly currency: Currency;
  readonly needs: ReadonlySet<LivePart>;
}

/** Loads valuations and price changes in the selected currency, activity and trust scores of the given pages. */
export function usePageValues({ pages, currency, needs }: Options) {
  const valuations = useQueries({
    queries: needs.has('valuation') ? pages.map((page) => pageValuations(page, currency)) : [],
  });
  const activity = useQueries({ queries: needs.has('activity') ? pages.map(pageActivity) : [] });
  const changes = useQueries({
    queries: needs.has('changes') ? pages.map((page) => pagePriceChanges(page, currency)) : [],
  });
  const trust = useQueries({ queries: needs.has('trust') ? pages.map(pageTrust) : [] });
  return {
    valuationOf: byPage<Valuation>(pages, valuations),
    activityOf: byPage<Activity>(pages, activity),
    changesOf: byPage<PriceChanges>(pages, changes),
    trustOf: byPage<Trust>(pages, trust),
    failure: failureOf([...valuations, ...activity, ...changes, ...trust]),
  };
}

/** An error with a function that repeats the failed requests. */
export interface Failure {
  readonly error: Error;
  readonly retry: () => void;
}

type FailableQuery = Pick<UseQueryResult, 'error' | 'refetch'>;

function failureOf(queries: readonly FailableQuery[]): Failure | undefined {
  const failed = queries.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  if (!error) return undefined;
  return { error, retry: () => failed.forEach(({ refetch }) => void refetch()) };
}

type PageQuery<Value> = Pick<UseQueryResult<PlanResult<ByAddress<Value>>>, 'data'>;

function byPage<Value>(
  pages: readonly JettonPage[],
  queries: readonly PageQuery<Value>[],
): ValueLookup<Value> {
  const queryOf = new Map(pages.map((page, index) => [page.id, queries[index]]));
  return (page, address) => {
    const query = queryOf.get(page.id);
    if (query?.data === undefined || query.data === notInPlan) return undefined;
    return query.data.get(address) ?? null;
  };
}
