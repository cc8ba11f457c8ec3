import { QueryClient } from '@tanstack/react-query';
import { backoffDelay } from './backoff-delay.ts';
import { ServiceError } from './errors.ts';

const RETRIES = 2;

/** Whether asking again may help. Where the network fails or the service is asked too often, the queue has done so. */
function mayPass(error: Error): boolean {
  return error instanceof ServiceError && error.status >= 500;
}

const UNAVAILABLE_MS = 10_000;

/**
 * Milliseconds after which to ask again by itself what failed because the service cannot answer now but may later:
 * when the service says, and not more often than every ten seconds. Undefined for other errors.
 */
export function retryInterval(error: Error | null): number | undefined {
  if (!(error instanceof ServiceError) || error.status !== 503) return undefined;
  return Math.max(error.retryAfter ?? 0, UNAVAILABLE_MS);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // What is shown already has intervals of its own, or stands still on purpose.
        refetchInterval: ({ state }) => (state.data === undefined && retryInterval(state.error)) || false,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        retryDelay: (failures, error) =>
          backoffDelay(failures + 1, error instanceof ServiceError ? error.retryAfter : undefined),
      },
    },
  });
}
