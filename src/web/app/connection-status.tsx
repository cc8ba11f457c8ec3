import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatAge } from '#contract/format/format-time.ts';
import { queue } from '#web/api/client/api-client.ts';
import type { QueueState } from '#web/api/client/queue.ts';
import { clockOffset } from '#web/api/client/service-clock.ts';
import { invalidSettings } from '#web/api/client/settings.ts';
import { unstored } from '#web/kit/device/persisted-store.ts';
import styles from './frame.module.css';

/** By how many milliseconds a device may differ from the service. */
const MAX_CLOCK_OFFSET = 60_000;

/** Reports outages, rate limiting, a wrong clock and invalid deployment settings below the page, without shifting its content. */
export function ConnectionStatus() {
  const state = useStore(queue.state);
  const invalid = useStore(invalidSettings);
  const offset = useStore(clockOffset);
  const isUnstored = useStore(unstored).length > 0;
  const isPaused = state.status === 'rateLimited' || state.status === 'offline';
  return (
    <footer className={styles.status}>
      <div role="status">
        {isPaused ? <PausedMessage state={state} /> : null}
        {Math.abs(offset) > MAX_CLOCK_OFFSET ? (
          <p className={styles.message}>
            The clock of this device is{' '}
            <span translate="no">{formatAge(new Date(0), new Date(Math.abs(offset)))}</span>{' '}
            {offset > 0 ? <span>slow</span> : <span>fast</span>}. Ages are those of the service's clock.
          </p>
        ) : null}
        {isUnstored ? (
          <p className={styles.message}>
            Couldn't store the last change: the browser's storage is full or blocked
          </p>
        ) : null}
        {invalid.length > 0 ? (
          <p className={styles.message}>{`Invalid in config.json, using defaults: ${invalid.join(', ')}`}</p>
        ) : null}
      </div>
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
      <span>{statusText(state, now)}</span>{' '}
      {/* Hidden so that screen readers do not announce every second. */}
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
