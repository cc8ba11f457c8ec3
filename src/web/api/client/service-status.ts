import { queryOptions } from '@tanstack/react-query';
import type { Status } from '#contract/status.ts';
import { service } from './api-client.ts';
import { isMissingEndpoint } from './errors.ts';
import { statusKey } from './query-client.ts';

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
