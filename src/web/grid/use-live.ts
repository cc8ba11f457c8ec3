import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { type LivePart, liveRefresh, liveRow } from '#web/api/live.ts';
import { useLiveUpdates } from '#web/state/live-updates.ts';

/** Asks for the rows that are seen anew; what is learnt goes before what their page says. */
export function useLiveRows(addresses: readonly string[], currency: Currency, needs: ReadonlySet<LivePart>) {
  const client = useQueryClient();
  const { isPaused } = useLiveUpdates();
  const { dataUpdatedAt, error, refetch } = useQuery({
    ...liveRefresh(client, addresses, currency, needs),
    enabled: addresses.length > 0 && !isPaused,
  });
  return {
    at: dataUpdatedAt,
    failure: error ? { error, retry: () => void refetch() } : undefined,
    learnt: (address: string) => client.getQueryData(liveRow(address, currency).queryKey),
    learntAt: (address: string) => client.getQueryState(liveRow(address, currency).queryKey)?.dataUpdatedAt,
  };
}
