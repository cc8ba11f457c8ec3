import { useStore } from 'zustand';
import { formatCount } from '#contract/format/format-numbers.ts';
import { useErrorText } from '#web/api/client/use-error-text.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { emptyText } from '#web/chart/requested-range.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from './chart-status.module.css';

/** Shows the loading progress, an error, or why the chart is empty. */
export function ChartStatus({ session }: { session: ChartSession }) {
  const feed = useStore(session.state, (state) => state.feed);
  const tickCount = useStore(session.state, ({ result }) => result?.tickCount);
  const empty = useStore(session.state, emptyText);
  const errorText = useErrorText(feed.error);
  if (feed.error !== undefined) {
    return (
      <div className={styles.status} role="alert">
        Couldn't load swaps. {errorText} <Button onClick={() => session.retry()}>Retry</Button>
      </div>
    );
  }
  if (feed.isLoading) {
    return (
      <div className={styles.status} role="status">
        {tickCount ? `Loading… ${formatCount(String(tickCount))} swaps` : 'Loading…'}{' '}
        {tickCount ? <Button onClick={() => session.stopLoading()}>Stop</Button> : null}
      </div>
    );
  }
  if (empty !== '') {
    return (
      <div className={styles.status} role="status">
        {empty}
      </div>
    );
  }
  return null;
}
