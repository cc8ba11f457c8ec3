import { operations } from '#contract/operations.ts';
import { NotOnPlan } from '#web/api/transport/errors.ts';
import { needsActivity } from '#web/lib/screen/measurements.ts';
import { isUnder } from '#web/lib/screen/minimum.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { type TakenJetton, withFigures } from './exported-list.ts';
import { walkList } from './paginate-list.ts';

/** What a screen shows from its first row to its last, page by page; it ends at the screen's floor. */
export async function* wholeList(
  { filter, floor, currency }: Screen,
  signal: AbortSignal,
): AsyncGenerator<readonly TakenJetton[]> {
  const { sort } = filter;
  for await (const jettons of walkList(filter, signal)) {
    const { rows, isActive } = await withFigures(jettons, currency, signal);
    // Without statistics that end cannot be found: it fails rather than to take everything.
    if (floor !== undefined && needsActivity(sort) && !isActive)
      throw new NotOnPlan(operations.getJettonStatisticsList.name);
    const end =
      floor === undefined
        ? -1
        : rows.findIndex(({ jetton, activity }) => isUnder(floor, sort, jetton, activity ?? null));
    yield end < 0 ? rows : rows.slice(0, end);
    if (end >= 0) return;
  }
}
