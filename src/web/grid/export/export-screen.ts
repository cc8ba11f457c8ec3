import type { QueryClient } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { NotInPlanError } from '#web/api/client/errors.ts';
import { paginateList } from '#web/list/jetton-queries.ts';
import { isBelowMinimum } from '#web/list/list-end.ts';
import type { Screen } from '#web/list/list-state.ts';
import { needsActivity } from '#web/list/measure-texts.ts';
import { type ExportedJetton, loadExportedPage } from './exported-list.ts';

/**
 * Yields all rows of a screen with their values, page by page, down to the screen's minimum. Throws a NotInPlanError if the
 * minimum requires statistics that the plan excludes.
 */
export async function* exportScreen(
  client: QueryClient,
  { filter, minimum, currency }: Screen,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedJetton[]> {
  const { sort } = filter;
  for await (const jettons of paginateList(client, filter, { signal, priority: 'export' })) {
    const { rows, hasStatistics } = await loadExportedPage(jettons, currency, signal);
    // Without statistics, the last row is unknown. Fail instead of exporting everything.
    if (minimum !== undefined && needsActivity(sort) && !hasStatistics)
      throw new NotInPlanError(operations.getJettonStatisticsList.name);
    const end =
      minimum === undefined
        ? -1
        : rows.findIndex(({ jetton, activity }) => isBelowMinimum(minimum, sort, jetton, activity ?? null));
    yield end < 0 ? rows : rows.slice(0, end);
    if (end >= 0) return;
  }
}
