import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { requestedBars } from '#web/chart/bars/requested-range.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { downsamplingText } from '#web/chart/rendering/downsampling-text.ts';
import { ChartAttribution } from './chart-attribution.tsx';
import styles from './chart-summary.module.css';
import { ChartTable } from './chart-table.tsx';

interface Props {
  readonly view: ChartView;
  readonly unit: string;
}

/** Under a chart: what it shows in words and as a table, and whose it is. */
export function ChartSummary({ session, ...shared }: Props & { readonly session: ChartSession | undefined }) {
  return (
    <>
      <div className={styles.words}>{session ? <Shown session={session} {...shared} /> : null}</div>
      <ChartAttribution />
    </>
  );
}

function Shown({ session, view, unit }: Props & { readonly session: ChartSession }) {
  const answer = useStore(session.state, (state) => state.answer);
  const inSight = useStore(session.state, (state) => state.seen);
  const asked = useStore(session.state, (state) => state.asked);
  const feed = useStore(session.state, (state) => state.feed);
  const seen = useMemo(
    () => requestedBars({ answer, asked, feed, seen: inSight }),
    [answer, asked, feed, inSight],
  );
  const shown = useDeferredValue(seen);
  return (
    <>
      <p className={styles.fit} role="status">
        {answer ? downsamplingText(answer) : ''}
      </p>
      <ChartTable answer={answer} seen={shown} zone={view.zone} unit={unit} />
    </>
  );
}
