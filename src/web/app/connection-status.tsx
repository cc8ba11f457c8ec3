import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatAge } from '#contract/format/format-time.ts';
import { queue } from '#web/api/client/api-client.ts';
import type { QueueState } from '#web/api/client/queue.ts';
import { invalidSettings } from '#web/api/client/settings.ts';
import styles from './connection-status.module.css';

/** Reports outages, rate limiting and invalid deployment settings below the page, without shifting its content. */
export function ConnectionStatus() {
  const state = useStore(queue.state);
  const invalid = useStore(invalidSettings);
  const isPaused = state.status === 'rateLimited' || state.status === 'offline';
  return (
    <footer className={styles.status} role="status">
      {isPaused ? <PausedMessage state={state} /> : null}
      {invalid.length > 0 ? (
        <p className={styles.message}>Invalid in config.json, using defaults: {invalid.join(', ')}</p>
      ) : null}
    </footer>
  );
}

type PausedState = Extract<QueueState, { status: 'rateLimited' | 'offline' }>;

function PausedMessage({ state }: { state: PausedState }) {
  const now = useCurrentTime();
  const seconds = Math.max(Math.ceil((state.retryAt - now) / 1000), 0);
  const action = state.status === 'rateLimited' ? 'Resuming' : 'Reconnecting';
  return (
    <p className={styles.message}>
      {statusText(state, now)} {/* Hidden so that screen readers do not announce every second. */}
      <span aria-hidden="true">{seconds > 0 ? `${action} in ${seconds} s` : `${action}…`}</span>
    </p>
  );
}

function statusText(state: PausedState, now: number): string {
  if (state.status === 'rateLimited') return 'Rate limit reached.';
  if (state.lastResponseAt === undefined) return 'Offline.';
  const age = formatAge(new Date(state.lastResponseAt), new Date(now));
  return `Offline. Last update ${age} ago.`;
}

/** Returns the current Unix time in milliseconds, updated every second. */
function useCurrentTime(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
