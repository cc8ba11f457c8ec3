import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/page.ts';
import type { Activity } from './activity.ts';
import { askActivity, askMoney, onPlan } from './figures.ts';
import type { Money } from './money.ts';
import { notOnPlan } from './plan.ts';
import { service } from './service.ts';
import { loadSettings, ownOrigins } from './settings.ts';
import { type ListedJetton, readJetton } from './strangers.ts';

export const LIVE_INTERVAL = 10_000;

/** What was learnt of a row since its page was loaded; goes before what the page says. */
export interface LiveRow {
  readonly jetton?: ListedJetton;
  readonly money?: Money;
  readonly activity?: Activity;
}

/** For a row's `useQuery`: asks nothing, tells when `liveRefresh` has brought something. */
export function liveRow(address: string, currency: Currency) {
  return queryOptions<LiveRow>({
    queryKey: ['live row', address, currency],
    queryFn: skipToken,
  });
}

/** For one `useQuery` of the page: asks for the visible rows anew, every ten seconds, and hands them to `liveRow`. */
export function liveRefresh(client: QueryClient, addresses: readonly string[], currency: Currency) {
  const visible = addresses.slice(0, MAX_ADDRESSES);
  return queryOptions({
    // The rows are not in it: scrolling on does not ask at once.
    queryKey: ['live', currency],
    queryFn: async ({ signal }) => {
      await refresh(client, visible, currency, signal);
      return Date.now();
    },
    enabled: visible.length > 0,
    refetchInterval: LIVE_INTERVAL,
    staleTime: LIVE_INTERVAL,
    retry: false,
    gcTime: 0,
  });
}

async function refresh(
  client: QueryClient,
  addresses: readonly string[],
  currency: Currency,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, priority: 'live' } as const;
  function learn<Value>(values: ReadonlyMap<string, Value>, part: (value: Value) => LiveRow): void {
    for (const [address, value] of values) {
      const { queryKey } = liveRow(address, currency);
      client.setQueryData(queryKey, (known) => ({ ...known, ...part(value) }));
    }
  }
  await Promise.all([
    askRows(addresses, options).then((rows) => learn(rows, (jetton) => ({ jetton }))),
    onPlan(askMoney(addresses, currency, options)).then((all) => {
      if (all !== notOnPlan) learn(all, (money) => ({ money }));
    }),
    onPlan(askActivity(addresses, options)).then((all) => {
      if (all !== notOnPlan) learn(all, (activity) => ({ activity }));
    }),
  ]);
}

async function askRows(
  addresses: readonly string[],
  options: { readonly signal: AbortSignal; readonly priority: 'live' },
): Promise<Map<string, ListedJetton>> {
  const input = { address: [...addresses], limit: MAX_ADDRESSES };
  const { jettons } = await service.call(operations.getJettons, input, options);
  const own = ownOrigins(await loadSettings());
  return new Map(jettons.map((jetton) => [jetton.metadata.address, readJetton(jetton, own)]));
}
