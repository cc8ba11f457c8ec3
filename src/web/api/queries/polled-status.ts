import { queryOptions } from '@tanstack/react-query';
import { retryInterval } from '#web/api/client/query-client.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { statusInterval } from './status-interval.ts';

/** Query for the status of the service that follows its feeds. Used once per page. */
export function polledStatus() {
  return queryOptions({
    ...serviceStatus(),
    refetchInterval: ({ state: { data, error } }) =>
      (data ? statusInterval(data) : retryInterval(error)) ?? false,
  });
}
