import type { QueryClient } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { NotInPlanError } from '#web/api/client/errors.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import type { ByAddress, ListedJetton, Valuation } from '#web/api/decoding/decode-jetton.ts';
import { fetchActivity, fetchValuations } from '#web/api/queries/list-requests.ts';
import { paginateList } from '#web/list/jetton-queries.ts';
import { isBelowMinimum } from '#web/list/list-end.ts';
import { listFilterOf, type Screen } from '#web/list/list-state.ts';
import { needsActivity } from '#web/list/measure-values.ts';

/**
 * Yields all rows of a screen with their values, page by page, down to the screen's minimum. Throws a NotInPlanError if the
 * minimum requires statistics that the plan excludes.
 */
export async function* exportScreen(
  client: QueryClient,
  screen: Screen,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedJetton[]> {
  const { minimum, currency } = screen;
  const filter = listFilterOf(screen);
  for await (const jettons of paginateList(client, filter, { signal, priority: 'export' })) {
    const { rows, hasStatistics } = await loadExportedPage(jettons, currency, signal);
    // Without statistics, the last row is unknown. Fail instead of exporting everything.
    if (minimum !== undefined && needsActivity(filter.sort) && !hasStatistics)
      throw new NotInPlanError(operations.getJettonStatisticsList.name);
    const end =
      minimum === undefined
        ? -1
        : rows.findIndex(({ jetton, activity }) => isBelowMinimum(minimum, filter, jetton, activity ?? null));
    yield end < 0 ? rows : rows.slice(0, end);
    if (end >= 0) return;
  }
}

/** A row of an export. Values that the plan excludes are undefined. */
export interface ExportedJetton {
  readonly jetton: ListedJetton;
  readonly valuation: Valuation | undefined;
  readonly activity: Activity | undefined;
}

interface ExportedPage {
  readonly rows: readonly ExportedJetton[];
  /** Whether the plan includes statistics. */
  readonly hasStatistics: boolean;
}

/** Returns jettons of one page with their values in the currency and their activity. */
async function loadExportedPage(
  jettons: readonly ListedJetton[],
  currency: Currency,
  signal: AbortSignal,
): Promise<ExportedPage> {
  if (jettons.length === 0) return { rows: [], hasStatistics: true };
  const addresses = jettons.map(({ identity }) => identity.address);
  const options = { signal, priority: 'export' } as const;
  const [valuations, activity] = await Promise.all([
    // The list already contains the values in USD.
    currency === 'usd' ? undefined : catchNotInPlan(fetchValuations(addresses, currency, options)),
    catchNotInPlan(fetchActivity(addresses, options)),
  ]);
  const valuationOf: ByAddress<Valuation> =
    valuations === undefined || valuations === notInPlan ? new Map() : valuations;
  const activityOf: ByAddress<Activity> = activity === notInPlan ? new Map() : activity;
  const rows = jettons.map((jetton) => ({
    jetton,
    valuation: valuationOf.get(jetton.identity.address),
    activity: activityOf.get(jetton.identity.address),
  }));
  return { rows, hasStatistics: activity !== notInPlan };
}

/** Yields loaded jettons with their values and activity, one page at a time. */
export async function* exportedRows(
  jettons: readonly ListedJetton[],
  currency: Currency,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedJetton[]> {
  for (let start = 0; start < jettons.length; start += MAX_ADDRESSES) {
    const { rows } = await loadExportedPage(jettons.slice(start, start + MAX_ADDRESSES), currency, signal);
    yield rows;
  }
}
