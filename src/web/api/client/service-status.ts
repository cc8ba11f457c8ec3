import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { Status } from '#contract/status.ts';
import { useWallClock } from '#web/kit/device/wall-clock.ts';
import { service } from './api-client.ts';
import { isMissingEndpoint } from './errors.ts';
import { statusKey } from './query-client.ts';
import { clockOffset, serviceNow } from './service-clock.ts';

/** Query for the status of the service. Null if the service has no status endpoint. */
export function serviceStatus() {
  return queryOptions({
    queryKey: statusKey,
    queryFn: async ({ client, signal }): Promise<Status | null> => {
      try {
        return await service.fetchStatus(signal);
      } catch (error) {
        // A service that had the endpoint is being restarted, or its proxy is.
        if (isMissingEndpoint(error) && !client.getQueryData(statusKey)) return null;
        throw error;
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the reference time for ages: the clock of the service, whatever that of the device says. */
export function useServiceClock(): Date {
  const time = useWallClock() + useStore(clockOffset);
  const { data } = useQuery(serviceStatus());
  return referenceTime(data, time);
}

/** Returns the reference time for ages. Rejects if the service does not respond, because it may have a fixed clock. */
export async function fetchServiceTime(client: QueryClient): Promise<Date> {
  return referenceTime(await client.fetchQuery(serviceStatus()), serviceNow());
}

function referenceTime(status: Status | null | undefined, time: number): Date {
  return new Date(status?.clockFixed ? status.clock : time);
}

/** Returns whether the clock of the service is fixed, so that its data does not change. */
export function useIsSnapshot(): boolean {
  return useQuery(serviceStatus()).data?.clockFixed === true;
}

/** Returns the words after an age. Ages of a snapshot are relative to its fixed clock, not to now. */
export function useAgoText(): 'ago' | 'before the snapshot' {
  return useIsSnapshot() ? 'before the snapshot' : 'ago';
}
