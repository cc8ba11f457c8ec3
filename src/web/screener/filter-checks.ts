import { notInPlan } from '#web/api/client/plan.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { Screen } from '#web/list/list-state.ts';
import { noActivity } from '#web/list/measure-texts.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import type { MissingJetton } from './filter-matches.ts';
import { type FilterCheck, whyMissing } from './why-not-listed.ts';

const verdictOrder: readonly FilterCheck['verdict'][] = ['fails', 'unavailable', 'passes'];

/**
 * Checks the jetton against every filter of the screen; failed checks come first. If the plan lacks statistics,
 * `failedRanges` lists the filters by statistics that excluded the jetton in a request to the service.
 */
export function filterChecks(
  screen: Screen,
  jetton: ListedJetton,
  { activity, failedRanges }: Pick<MissingJetton, 'activity' | 'failedRanges'>,
  now: Date,
  rate?: ExchangeRate | null,
): FilterCheck[] {
  const measurements = activity === notInPlan ? 'unavailable' : (activity ?? noActivity);
  return whyMissing(screen, jetton, measurements, now, failedRanges, rate).sort(
    (a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict),
  );
}
