import { QueryClient } from '@tanstack/react-query';
import { ServiceError, UnreadableAnswer } from './failures.ts';
import { SettingsError } from './settings.ts';

const RETRIES = 2;
const FIRST_DELAY = 1000;

/** Whether asking again may help: not where the service has understood and refused. */
function mayPass(error: Error): boolean {
  if (error instanceof UnreadableAnswer || error instanceof SettingsError) return false;
  return !(error instanceof ServiceError) || error.status === 429 || error.status >= 500;
}

/** As the service asks, else doubling; up to half more, so that many pages do not come back at once. */
export function retryDelay(attempt: number, error: Error): number {
  const asked = error instanceof ServiceError ? error.retryAfter : undefined;
  return (asked ?? FIRST_DELAY * 2 ** attempt) * (1 + Math.random() / 2);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        retryDelay,
      },
    },
  });
}
