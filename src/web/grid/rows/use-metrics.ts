import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { JettonPage } from '#web/api/decoding/jetton-page.ts';
import type { Money } from '#web/api/decoding/money.ts';
import type { Trust } from '#web/api/decoding/trust.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import { type ByAddress, pageActivity, pageMoney, pageTrust } from '#web/api/queries/metrics.ts';
import { notInPlan, type PlanResult } from '#web/api/transport/plan.ts';
import type { Loadable } from './row-data.ts';

export type MetricLookup<Value> = (page: JettonPage, address: string) => Loadable<Value>;

interface Asked {
  readonly pages: readonly JettonPage[];
  readonly currency: Currency;
  readonly needs: ReadonlySet<LivePart>;
}

/** What comes after the list, for the pages that are looked at: metrics in the chosen currency, statistics, trust. */
export function useMetrics({ pages, currency, needs }: Asked) {
  const money = useQueries({
    queries: needs.has('money') ? pages.map((page) => pageMoney(page, currency)) : [],
  });
  const activity = useQueries({ queries: needs.has('activity') ? pages.map(pageActivity) : [] });
  const trust = useQueries({ queries: needs.has('trust') ? pages.map(pageTrust) : [] });
  return {
    moneyOf: byPage<Money>(pages, money),
    activityOf: byPage<Activity>(pages, activity),
    trustOf: byPage<Trust>(pages, trust),
    failure: failureOf([...money, ...activity, ...trust]),
  };
}

/** What did not come, and the way to ask for it again. */
export interface Failure {
  readonly error: Error;
  readonly retry: () => void;
}

type Asking = Pick<UseQueryResult, 'error' | 'refetch'>;

function failureOf(answers: readonly Asking[]): Failure | undefined {
  const failed = answers.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  if (!error) return undefined;
  return { error, retry: () => failed.forEach(({ refetch }) => void refetch()) };
}

type Answer<Value> = Pick<UseQueryResult<PlanResult<ByAddress<Value>>>, 'data'>;

function byPage<Value>(pages: readonly JettonPage[], answers: readonly Answer<Value>[]): MetricLookup<Value> {
  const answerOf = new Map(pages.map((page, index) => [page.id, answers[index]]));
  return (page, address) => {
    const answer = answerOf.get(page.id);
    if (answer?.data === undefined || answer.data === notInPlan) return undefined;
    return answer.data.get(address) ?? null;
  };
}
