import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatAge } from '#contract/format/format-time.ts';
import type { QueueState } from '#web/api/transport/queue-state.ts';
import { queue } from '#web/api/transport/service.ts';
import { invalidSettings } from '#web/api/transport/settings.ts';
import styles from './connection-note.module.css';

/** Under the page, which does not move for it: why what is shown may be old, or not as it was set. */
export function ConnectionNote() {
  const state = useStore(queue.state);
  const faulty = useStore(invalidSettings);
  const isHeld = state.status === 'slowed' || state.status === 'offline';
  return (
    <footer className={styles.note} role="status">
      {isHeld ? <Held state={state} /> : null}
      {faulty.length > 0 ? (
        <p className={styles.notice}>
          Not valid in config.json, so that the default is used: {faulty.join(', ')}
        </p>
      ) : null}
    </footer>
  );
}

function Held({ state }: { state: Extract<QueueState, { status: 'slowed' | 'offline' }> }) {
  const now = useSeconds();
  const seconds = Math.max(Math.ceil((state.until - now) / 1000), 0);
  return (
    <p className={styles.notice}>
      {heldText(state, now)} {/* Not to be read out every second. */}
      <span aria-hidden="true">
        {state.status === 'slowed' ? 'Going on' : 'Trying again'} {seconds > 0 ? `in ${seconds} s` : 'now'}.
      </span>
    </p>
  );
}

function heldText(state: Extract<QueueState, { status: 'slowed' | 'offline' }>, now: number): string {
  if (state.status === 'slowed') return 'Slowed down: the service has too many requests.';
  if (state.answeredAt === undefined) return 'Offline: the service does not answer.';
  const age = formatAge(new Date(state.answeredAt), new Date(now));
  return `Offline: the service does not answer. The last data is ${age} old.`;
}

function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
