import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { type LivePart, liveRefresh, liveRow } from '#web/api/queries/live.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';

interface Options {
  /** Returns the addresses of the visible rows at the time of a request. */
  readonly visible: () => readonly string[];
  readonly currency: Currency;
  readonly needs: ReadonlySet<LivePart>;
  readonly hasRows: boolean;
}

/** Polls the visible rows. Polled values take precedence over those of the list. */
export function useLiveRows({ visible, currency, needs, hasRows }: Options) {
  const client = useQueryClient();
  const { isPaused } = useLiveUpdates();
  const { dataUpdatedAt, error, refetch } = useQuery({
    ...liveRefresh(client, visible, currency, needs),
    enabled: hasRows && !isPaused,
  });
  return {
    updatedAt: dataUpdatedAt,
    failure: error ? { error, retry: () => void refetch() } : undefined,
    rowOf: (address: string) => client.getQueryData(liveRow(address, currency).queryKey),
    rowUpdatedAt: (address: string) =>
      client.getQueryState(liveRow(address, currency).queryKey)?.dataUpdatedAt,
  };
}
