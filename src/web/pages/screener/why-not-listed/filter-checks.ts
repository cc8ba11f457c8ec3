import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { MissingJetton } from '#web/api/queries/why-missing.ts';
import { notInPlan } from '#web/api/transport/plan.ts';
import type { ActivityMeasurements } from '#web/lib/screen/measurements.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { type FilterCheck, whyMissing } from '#web/lib/screen/why-missing.ts';

const unknown: ActivityMeasurements = { ton: {}, volume: {}, traders: {}, transactions: {} };

/** What fails comes first. Where the plan has no statistics, the service itself has judged the changes of price. */
export function filterChecks(
  screen: Screen,
  jetton: ListedJetton,
  { activity, failedChanges }: Pick<MissingJetton, 'activity' | 'failedChanges'>,
): FilterCheck[] {
  const checks = whyMissing(screen, jetton, activity === notInPlan ? 'unread' : (activity ?? unknown));
  const judged = checks.map((check) =>
    check.verdict === 'unread' && failedChanges.some((id) => id === check.chip.id)
      ? { ...check, verdict: 'fails' as const }
      : check,
  );
  const order = ['fails', 'unread', 'passes'];
  return judged.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}
