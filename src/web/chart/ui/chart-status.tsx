import { useStore } from 'zustand';
import { formatCount } from '#contract/format/format-count.ts';
import { errorText } from '#web/api/transport/error-text.ts';
import { emptyText } from '#web/chart/bars/requested-range.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { Button } from '#web/components/controls/button.tsx';
import styles from './chart-status.module.css';

/** What the chart is waiting for, and what went wrong. */
export function ChartStatus({ session }: { session: ChartSession }) {
  const feed = useStore(session.state, (state) => state.feed);
  const ticks = useStore(session.state, ({ answer }) => answer?.ticks);
  const missing = useStore(session.state, emptyText);
  if (feed.fault !== undefined) {
    return (
      <div className={styles.note} role="alert">
        The ticks did not come. {errorText(feed.fault)} <Button onClick={() => session.retry()}>Retry</Button>
      </div>
    );
  }
  if (feed.isLoading) {
    return (
      <div className={styles.note} role="status">
        {ticks ? `${formatCount(String(ticks))} ticks, loading` : 'Loading'}{' '}
        {ticks ? <Button onClick={() => session.stop()}>Stop</Button> : null}
      </div>
    );
  }
  if (missing !== '') {
    return (
      <div className={styles.note} role="status">
        {missing}
      </div>
    );
  }
  return null;
}
