import { queryOptions } from '@tanstack/react-query';
import { retryInterval } from '#web/api/transport/query-client.ts';
import { statusInterval } from '#web/lib/feeds/status-interval.ts';
import { serviceStatus } from './queries.ts';

/** Query for the status of the service that follows its feeds. Used once per page. */
export function polledStatus() {
  return queryOptions({
    ...serviceStatus(),
    refetchInterval: ({ state }) =>
      (state.data === undefined ? retryInterval(state.error) : statusInterval(state.data)) ?? false,
  });
}
