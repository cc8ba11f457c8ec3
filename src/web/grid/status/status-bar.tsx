import { useStore } from 'zustand';
import { formatCount } from '#contract/format/format-count.ts';
import { formatAge } from '#contract/format/format-time.ts';
import { errorText } from '#web/api/transport/error-text.ts';
import { queue } from '#web/api/transport/service.ts';
import { Button } from '#web/components/controls/button.tsx';
import type { Failure } from '#web/grid/rows/use-metrics.ts';
import { useLiveUpdates } from '#web/state/live-updates.ts';
import { useWallClock } from '#web/state/wall-clock.ts';
import styles from './status-bar.module.css';

interface Props {
  readonly count: number;
  /** Whether all rows of the list are loaded. */
  readonly isComplete: boolean;
  readonly isBusy: boolean;
  /** The failure to load the next page, else the metrics, else live updates. */
  readonly failure: Failure | undefined;
  readonly liveAt: number | undefined;
  readonly moved: number;
  readonly onRerank: () => void;
  /** Additional information about the list. */
  readonly note: string | undefined;
}

/** Below the rows: how many are loaded, errors, and the age of the data. */
export function StatusBar({ count, isComplete, isBusy, failure, liveAt, moved, onRerank, note }: Props) {
  const loaded = formatCount(count);
  const isOffline = useStore(queue.state, ({ status }) => status === 'offline');
  const busy = isOffline && count > 0 ? 'Showing previous results' : 'Loading…';
  return (
    <div className={styles.bar}>
      <span role="status">
        {isBusy ? busy : isComplete ? `All ${loaded} loaded` : `${loaded} loaded`}
        {isComplete || isBusy || failure ? null : <span className={styles.more}>, scroll for more</span>}
      </span>
      {failure ? (
        <span role="alert" className={styles.error}>
          {errorText(failure.error)}
          <Button bare onClick={failure.retry}>
            Retry
          </Button>
        </span>
      ) : null}
      {note ? <span>{note}</span> : null}
      <span className={styles.live}>
        {moved > 0 ? (
          <button type="button" className={styles.rerank} onClick={onRerank}>
            Re-rank ({formatCount(moved)} {moved === 1 ? 'row' : 'rows'} moved)
          </button>
        ) : null}
        <Live at={liveAt} isOffline={isOffline} />
      </span>
    </div>
  );
}

function Live({ at, isOffline }: { at: number | undefined; isOffline: boolean }) {
  const { isPaused } = useLiveUpdates();
  const now = useWallClock();
  const age = at === undefined ? '' : `, ${formatAge(new Date(at), new Date(now))} ago`;
  return (
    <>
      <span>{`${isPaused ? 'paused' : isOffline ? 'not live' : 'live'}${age}`}</span>
      <button
        type="button"
        className={styles.pause}
        aria-label="Pause live updates"
        aria-pressed={isPaused}
        title={isPaused ? 'Resume live updates' : 'Pause live updates'}
        onClick={() => useLiveUpdates.setState({ isPaused: !isPaused })}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
          <path d={isPaused ? 'M3 1.5v9l7-4.5z' : 'M2.5 1.5h2.5v9H2.5zM7 1.5h2.5v9H7z'} />
        </svg>
      </button>
    </>
  );
}
