import { useQuery } from '@tanstack/react-query';
import { retryInterval } from '#web/api/client/query-client.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { statusInterval } from '#web/api/queries/feed-state.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';

// The status arrives after the first rows.
const DataSourcesButton = lazyWithRetry(
  async () => (await import('./data-sources-button.tsx')).DataSourcesButton,
  true,
);

/** Shows that data is simulated, behind, still being loaded or as of a fixed time. Opens a panel with all details. */
export function DataSources() {
  // The only observer that polls the status, so that it follows the feeds.
  const { data } = useQuery({
    ...serviceStatus(),
    refetchInterval: ({ state: { data: status, error } }) =>
      (status ? statusInterval(status) : retryInterval(error)) ?? false,
  });
  // A service without a status cannot be described.
  return data ? <DataSourcesButton status={data} /> : null;
}
