import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { type LivePart, liveRefresh, liveRow } from '#web/api/queries/live.ts';
import { useLiveUpdates } from '#web/state/live-updates.ts';

interface Asked {
  /** The addresses of the rows that are seen when they are asked for. */
  readonly visible: () => readonly string[];
  readonly currency: Currency;
  readonly needs: ReadonlySet<LivePart>;
  readonly hasRows: boolean;
}

/** Asks for the rows that are seen anew; what is learnt goes before what their page says. */
export function useLiveRows({ visible, currency, needs, hasRows }: Asked) {
  const client = useQueryClient();
  const { isPaused } = useLiveUpdates();
  const { dataUpdatedAt, error, refetch } = useQuery({
    ...liveRefresh(client, visible, currency, needs),
    enabled: hasRows && !isPaused,
  });
  return {
    at: dataUpdatedAt,
    failure: error ? { error, retry: () => void refetch() } : undefined,
    learnt: (address: string) => client.getQueryData(liveRow(address, currency).queryKey),
    learntAt: (address: string) => client.getQueryState(liveRow(address, currency).queryKey)?.dataUpdatedAt,
  };
}
