import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { catchNotInPlan, notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import type { Activity, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { ByAddress, ListedJetton, Trust, Valuation } from '#web/api/decoding/decode-jetton.ts';
import { fetchActivity, fetchPriceChanges, fetchRows, fetchTrust, fetchValuations } from './list-requests.ts';

const INTERVAL_MS = 10_000;
// Rows that are scrolled back into view must not show older values than before.
const GC_TIME_MS = 30 * 60_000;

/** Updates of a row since its page was loaded. Take precedence over the values of the page. */
export interface LiveRow {
  readonly jetton?: ListedJetton;
  readonly valuation?: Valuation;
  readonly activity?: Activity;
  readonly changes?: PriceChanges;
  readonly trust?: Trust;
}

/** Query for one row. Sends no requests, returns the updates that `liveRefresh` stored. */
export function liveRow(address: string, currency: Currency) {
  return queryOptions<LiveRow>({
    queryKey: ['live row', address, currency],
    queryFn: skipToken,
  });
}

/** Parts of a row that are not in the list record. */
export type LivePart = 'valuation' | 'activity' | 'changes' | 'trust';
const defaultParts: ReadonlySet<LivePart> = new Set(['valuation', 'activity', 'trust']);

/**
 * Query that fetches the visible rows every ten seconds, with the parts that their columns need, and stores them for
 * `liveRow`. Used once per page. Its data is the time of the last refresh in milliseconds. `enabled: false` pauses it.
 */
export function liveRefresh(
  client: QueryClient,
  visible: () => readonly string[],
  currency: Currency,
  parts: ReadonlySet<LivePart> = defaultParts,
) {
  return queryOptions({
    // The visible rows are not part of the key, so scrolling does not trigger a request.
    queryKey: ['live', currency],
    queryFn: async ({ signal }) => {
      await refresh(client, { addresses: visible().slice(0, MAX_ADDRESSES), currency, parts }, signal);
      return Date.now();
    },
    initialData: () => Date.now(),
    refetchInterval: INTERVAL_MS,
    staleTime: INTERVAL_MS,
    retry: false,
    gcTime: 0,
  });
}

interface Visible {
  readonly addresses: readonly string[];
  readonly currency: Currency;
  readonly parts: ReadonlySet<LivePart>;
}

async function refresh(
  client: QueryClient,
  { addresses, currency, parts }: Visible,
  signal: AbortSignal,
): Promise<void> {
  if (addresses.length === 0) return;
  const options = { signal, priority: 'live' } as const;
  // Set before the first entry exists, because entries may be created without observers.
  client.setQueryDefaults(['live row'], { gcTime: GC_TIME_MS });
  async function store<Value>(
    result: Promise<PlanResult<ByAddress<Value>>>,
    toPart: (value: Value) => LiveRow,
  ) {
    const values = await result;
    if (values === notInPlan) return;
    for (const [address, value] of values) {
      const { queryKey } = liveRow(address, currency);
      client.setQueryData(queryKey, (row) => ({ ...row, ...toPart(value) }));
    }
  }
  const requests = [store(fetchRows(addresses, options), (jetton) => ({ jetton }))];
  if (parts.has('valuation'))
    requests.push(
      store(catchNotInPlan(fetchValuations(addresses, currency, options)), (valuation) => ({ valuation })),
    );
  if (parts.has('activity'))
    requests.push(store(catchNotInPlan(fetchActivity(addresses, options)), (activity) => ({ activity })));
  if (parts.has('changes'))
    requests.push(
      store(catchNotInPlan(fetchPriceChanges(addresses, currency, options)), (changes) => ({ changes })),
    );
  if (parts.has('trust'))
    requests.push(store(catchNotInPlan(fetchTrust(addresses, options)), (trust) => ({ trust })));
  await Promise.all(requests);
}
