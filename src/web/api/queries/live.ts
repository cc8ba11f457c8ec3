import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { ByAddress } from '#web/api/decoding/decode-page.ts';
import type { Money } from '#web/api/decoding/money.ts';
import type { Trust } from '#web/api/decoding/trust.ts';
import { catchNotInPlan } from '#web/api/transport/catch-not-in-plan.ts';
import { notInPlan, type PlanResult } from '#web/api/transport/plan.ts';
import { fetchActivity, fetchMoney, fetchRows, fetchTrust } from './requests.ts';

const INTERVAL = 10_000;
// Rows that are scrolled back to do not show older numbers than before.
const HELD = 30 * 60_000;

/** What was learnt of a row since its page was loaded; goes before what the page says. */
export interface LiveRow {
  readonly jetton?: ListedJetton;
  readonly money?: Money;
  readonly activity?: Activity;
  readonly trust?: Trust;
}

/** For a row's `useQuery`: asks nothing, tells what `liveRefresh` has brought. */
export function liveRow(address: string, currency: Currency) {
  return queryOptions<LiveRow>({
    queryKey: ['live row', address, currency],
    queryFn: skipToken,
  });
}

/** What a row has beside what the list says of it. */
export type LivePart = 'money' | 'activity' | 'trust';
const allParts: ReadonlySet<LivePart> = new Set(['money', 'activity', 'trust']);

/**
 * For one `useQuery` of the page: asks for the rows that are visible then every ten seconds, with the parts that their
 * columns need, and hands them to `liveRow`. Its data is the moment of the last time, first of all of now;
 * `enabled: false` pauses.
 */
export function liveRefresh(
  client: QueryClient,
  visible: () => readonly string[],
  currency: Currency,
  parts: ReadonlySet<LivePart> = allParts,
) {
  return queryOptions({
    // The rows are not in it: who scrolls on does not ask at once.
    queryKey: ['live', currency],
    queryFn: async ({ signal }) => {
      await refresh(client, { addresses: visible().slice(0, MAX_ADDRESSES), currency, parts }, signal);
      return Date.now();
    },
    initialData: () => Date.now(),
    refetchInterval: INTERVAL,
    staleTime: INTERVAL,
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
  // Set before there is one of them: nobody may be looking on when it is made.
  client.setQueryDefaults(['live row'], { gcTime: HELD });
  async function learn<Value>(
    answer: Promise<PlanResult<ByAddress<Value>>>,
    part: (value: Value) => LiveRow,
  ) {
    const values = await answer;
    if (values === notInPlan) return;
    for (const [address, value] of values) {
      const { queryKey } = liveRow(address, currency);
      client.setQueryData(queryKey, (known) => ({ ...known, ...part(value) }));
    }
  }
  const asked = [learn(fetchRows(addresses, options), (jetton) => ({ jetton }))];
  if (parts.has('money'))
    asked.push(learn(catchNotInPlan(fetchMoney(addresses, currency, options)), (money) => ({ money })));
  if (parts.has('activity'))
    asked.push(learn(catchNotInPlan(fetchActivity(addresses, options)), (activity) => ({ activity })));
  if (parts.has('trust'))
    asked.push(learn(catchNotInPlan(fetchTrust(addresses, options)), (trust) => ({ trust })));
  await Promise.all(asked);
}
