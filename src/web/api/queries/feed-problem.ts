import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import type { FeedProblem, FeedStatus } from '#contract/status.ts';

const problemTexts: Readonly<Record<FeedProblem, string>> = {
  unreachable: 'Cannot be reached',
  refused: 'Refuses requests',
  limited: 'Limits requests',
  failing: 'Reports errors',
  changed: 'Has an unexpected format',
  stopped: 'Stopped',
};

/** Returns how the source of a feed fails, and since when. Undefined while it works, and if the service does not say so. */
export function failingText({ failing }: FeedStatus): string | undefined {
  if (!failing) return undefined;
  return `${problemTexts[failing.problem]} since ${formatDateTimeWithSeconds(new Date(failing.since))} UTC`;
}
