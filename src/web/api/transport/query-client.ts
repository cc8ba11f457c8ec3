import { QueryClient } from '@tanstack/react-query';
import { backoffDelay } from './backoff-delay.ts';
import { ServiceError, UnreachableEndpointError } from './errors.ts';

const MAX_RETRIES = 2;

/** Other network errors and 429 responses are not retried here because the queue has already retried them. */
function isRetryable(error: Error): boolean {
  if (error instanceof UnreachableEndpointError) return true;
  return error instanceof ServiceError && error.status >= 500;
}

const MIN_UNAVAILABLE_INTERVAL_MS = 10_000;

/**
 * Returns the milliseconds after which to refetch a failed query because the service is unavailable (503): the delay that
 * the service requested, at least ten seconds. Returns undefined for other errors.
 */
export function retryInterval(error: Error | null): number | undefined {
  if (!(error instanceof ServiceError) || error.status !== 503) return undefined;
  return Math.max(error.retryAfter ?? 0, MIN_UNAVAILABLE_INTERVAL_MS);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // Only for queries without data. Queries with data set their own interval or none.
        refetchInterval: ({ state }) => (state.data === undefined && retryInterval(state.error)) || false,
        retry: (failureCount, error) => failureCount < MAX_RETRIES && isRetryable(error),
        retryDelay: (failureCount, error) =>
          backoffDelay(failureCount + 1, error instanceof ServiceError ? error.retryAfter : undefined),
      },
    },
  });
}
