import { QueryClient } from '@tanstack/react-query';
import { backOff } from './back-off.ts';
import { ServiceError } from './failures.ts';

const RETRIES = 2;

/** Whether asking again may help. Where the network fails or the service is asked too often, the queue has done so. */
function mayPass(error: Error): boolean {
  return error instanceof ServiceError && error.status >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        retryDelay: (failures, error) =>
          backOff(failures + 1, error instanceof ServiceError ? error.retryAfter : undefined),
      },
    },
  });
}
