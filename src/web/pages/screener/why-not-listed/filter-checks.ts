import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { MissingJetton } from '#web/api/queries/why-missing.ts';
import { notInPlan } from '#web/api/transport/plan.ts';
import type { ActivityMeasurements } from '#web/lib/screen/measurements.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { type FilterCheck, whyMissing } from '#web/lib/screen/why-missing.ts';

const unknown: ActivityMeasurements = { ton: {}, volume: {}, traders: {}, transactions: {} };

/**
 * Checks the jetton against every filter of the screen; failed checks come first. If the plan lacks statistics,
 * `failedRanges` lists the filters by statistics that excluded the jetton in a request to the service.
 */
export function filterChecks(
  screen: Screen,
  jetton: ListedJetton,
  { activity, failedRanges }: Pick<MissingJetton, 'activity' | 'failedRanges'>,
  now: Date,
): FilterCheck[] {
  const checks = whyMissing(
    screen,
    jetton,
    activity === notInPlan ? 'unavailable' : (activity ?? unknown),
    now,
  );
  const resolved = checks.map((check) =>
    check.verdict === 'unavailable' && failedRanges.some((id) => id === check.chip.id)
      ? { ...check, verdict: 'fails' as const }
      : check,
  );
  const order = ['fails', 'unavailable', 'passes'];
  return resolved.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}
