import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { countNoun, formatCount } from '#contract/format/format-numbers.ts';
import { formatAge, formatSnapshot } from '#contract/format/format-time.ts';
import { MAX_LAG_SECONDS } from '#contract/status.ts';
import { queue } from '#web/api/client/api-client.ts';
import { useErrorText } from '#web/api/client/error-notice.tsx';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { dataLag } from '#web/api/queries/feed-state.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { DATA_SOURCES, openPanel } from '#web/kit/device/open-panel.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { useWallClock } from '#web/kit/device/wall-clock.ts';
import type { SelectableColumn } from '#web/list/columns.ts';
import { gridColumn } from './columns/list-columns.ts';
import styles from './rows/jetton-grid.module.css';
import type { NewJettons } from './rows/use-new-jettons.ts';
import type { Failure } from './rows/use-page-values.ts';

interface Props {
  readonly count: number;
  /** Whether all rows of the list are loaded. */
  readonly isComplete: boolean;
  readonly isBusy: boolean;
  /** The failure to load the next page, else values of rows, else live updates. */
  readonly failure: Failure | undefined;
  readonly liveAt: number | undefined;
  readonly moved: number;
  readonly onRerank: () => void;
  readonly newJettons: NewJettons;
  /** Default columns that are hidden because the plan has no data for them. */
  readonly hiddenColumns: readonly SelectableColumn[];
  /** Additional information about the list. */
  readonly note: string | undefined;
}

/** Below the rows: how many are loaded, errors, and the age of the data. */
export function StatusBar(props: Props) {
  const { count, isComplete, isBusy, failure, liveAt, moved, onRerank, newJettons, hiddenColumns, note } =
    props;
  const loaded = formatCount(count);
  const isOffline = useStore(queue.state, ({ status }) => status === 'offline');
  const errorText = useErrorText(failure?.error);
  const busy = isOffline && count > 0 ? 'Showing previous results' : 'Loading…';
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.count}>
        <span>{isBusy ? busy : isComplete ? `All ${loaded} loaded` : `${loaded} loaded`}</span>
        {isComplete || isBusy || failure ? null : (
          <span className="phone-hidden" data-unloaded="">
            , scroll for more
          </span>
        )}
      </span>
      {failure ? (
        <span role="alert" className="inline-row danger flush">
          <span>{errorText}</span>
          <Button bare onClick={failure.retry}>
            Retry
          </Button>
        </span>
      ) : null}
      {hiddenColumns.length > 0 ? <HiddenColumns ids={hiddenColumns} /> : null}
      {note ? <span className={styles.note}>{note}</span> : null}
      <span className="row push-right">
        <NewJettonsButton {...newJettons} />
        {moved > 0 ? (
          <button type="button" className={styles.action} onClick={onRerank}>
            {`Re-rank (${countNoun(moved, 'row')} moved)`}
          </button>
        ) : null}
        <Live at={liveAt} isOffline={isOffline} />
      </span>
    </div>
  );
}

function HiddenColumns({ ids }: { ids: readonly SelectableColumn[] }) {
  const names = ids.map((id) => gridColumn(id).label).join(', ');
  return <span className={styles.hidden}>{`Hidden, not in this plan: ${names}`}</span>;
}

/** `lag`: how many seconds the data was behind when the rows were refreshed; undefined without feeds. */
function ageText(at: number, now: number, lag: number | undefined): string {
  if (lag === undefined) return `${formatAge(new Date(at), new Date(now))} ago`;
  return `data ${formatAge(new Date(at - lag * 1000), new Date(now))} old`;
}

function NewJettonsButton({ count, hasMore, show }: NewJettons) {
  const text = `${count}${hasMore ? '+' : ''} new ${count === 1 ? 'jetton' : 'jettons'}`;
  return (
    <>
      {count > 0 ? (
        <button
          type="button"
          className={styles.action}
          // A key press has no clicks. The button disappears, so the focus moves to the first new row.
          onClick={({ detail }) => show({ movesFocus: detail === 0 })}
        >
          {text}
        </button>
      ) : null}
      <span className="visually-hidden" role="status">
        {count > 0 ? text : ''}
      </span>
    </>
  );
}

function DataSourcesLink({ children, isLagging = false }: { children: ReactNode; isLagging?: boolean }) {
  return (
    <button
      type="button"
      className={styles.age}
      data-lagging={isLagging || undefined}
      title={DATA_SOURCES}
      onClick={() => openPanel(DATA_SOURCES)}
    >
      {children}
    </button>
  );
}

/** `at`: when the rows were last refreshed, in milliseconds. */
function Live({ at, isOffline }: { at: number | undefined; isOffline: boolean }) {
  const { isPaused } = useLiveUpdates();
  const { data: status } = useQuery(serviceStatus());
  const now = useWallClock();
  // With a fixed clock, the values are those of that time, whatever the feeds have read, and nothing is polled.
  if (status?.clockFixed)
    return (
      <DataSourcesLink>
        <span className={styles.snapshot}>Snapshot: </span>
        <span translate="no">{formatSnapshot(new Date(status.clock))}</span>
      </DataSourcesLink>
    );
  const lag = status ? dataLag(status) : undefined;
  const age = at === undefined ? '' : `, ${ageText(at, now, lag)}`;
  const isLagging = lag !== undefined && lag > MAX_LAG_SECONDS;
  if (isOffline) return null;
  const state = isPaused ? 'paused' : isLagging ? 'delayed' : 'live';
  return (
    <>
      {status ? (
        <DataSourcesLink isLagging={isLagging}>{`${state}${age}`}</DataSourcesLink>
      ) : (
        <span>{`${state}${age}`}</span>
      )}
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
