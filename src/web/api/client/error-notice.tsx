import type { UseQueryResult } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { Button } from '#web/kit/controls/button.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { queue } from './api-client.ts';
import { errorText } from './error-text.ts';
import { NetworkError, NotInPlanError } from './errors.ts';

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Error message in place of a section that could not be loaded, with a retry if it may help. */
export function ErrorNotice({ error, onRetry }: Props) {
  return (
    <p className="hint">
      <span ref={announceAfterRetry}>{useErrorText(error)}</span> <Retry error={error} onRetry={onRetry} />
    </p>
  );
}

/** The same with a title, in place of what fills a page. */
export function LoadFailure({ title, error, onRetry }: Props & { readonly title: string }) {
  return (
    <Notice title={title} text={<span ref={announceAfterRetry}>{useErrorText(error)}</span>}>
      <Retry error={error} onRetry={onRetry} />
    </Notice>
  );
}

/** The error of a query without data. Renders nothing for others. */
export function QueryError({ query }: { query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'> }) {
  const { data, error, refetch } = query;
  return error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null;
}

function Retry({ error, onRetry }: Props) {
  if (error instanceof NotInPlanError) return null;
  return (
    <Button
      disappears
      onClick={() => {
        isRetrying = true;
        onRetry();
      }}
    >
      Retry
    </Button>
  );
}

/** Whether Retry was pressed since the last error. */
let isRetrying = false;

/** As a ref, announces an error that follows a press of Retry. On a page that loads, too many sections can fail. */
function announceAfterRetry(element: HTMLElement | null): void {
  if (element && isRetrying) element.setAttribute('role', 'alert');
  if (element) isRetrying = false;
}

/**
 * Returns the message of an error, if any. Network errors have none while offline, because the connection status below
 * the page reports them.
 */
export function useErrorText(error: Error | null | undefined): string | undefined {
  const isOffline = useStore(queue.state, ({ status }) => status === 'offline');
  return !error || (isOffline && error instanceof NetworkError) ? undefined : errorText(error);
}
