import { useStore } from 'zustand';
import { queue } from './api-client.ts';
import { errorText } from './error-text.ts';
import { NetworkError } from './errors.ts';

/**
 * Returns the message of an error, if any. Network errors have none while offline, because the connection status below
 * the page reports them.
 */
export function useErrorText(error: Error | null | undefined): string | undefined {
  const isOffline = useStore(queue.state, ({ status }) => status === 'offline');
  return !error || (isOffline && error instanceof NetworkError) ? undefined : errorText(error);
}
