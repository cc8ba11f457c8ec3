import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { downsamplingText } from '#web/chart/rendering/downsampling-text.ts';
import { requestedBars } from '#web/chart/requested-range.ts';
import { ChartAttribution } from './chart-attribution.tsx';
import styles from './chart-summary.module.css';
import { ChartTable } from './chart-table.tsx';

interface Props {
  readonly view: ChartView;
  readonly unit: string;
  /** The current price, if it differs from the newest bar's. */
  readonly currentPrice?: string | undefined;
}

/** Below a chart: its summary as text and as a table, and the attribution. */
export function ChartSummary({ session, ...shared }: Props & { readonly session: ChartSession | undefined }) {
  return (
    <>
      <div className={styles.summary}>{session ? <Summary session={session} {...shared} /> : null}</div>
      <ChartAttribution />
    </>
  );
}

function Summary({ session, view, unit, currentPrice }: Props & { readonly session: ChartSession }) {
  const result = useStore(session.state, (state) => state.result);
  const visible = useStore(session.state, (state) => state.visible);
  const requestedRange = useStore(session.state, (state) => state.requestedRange);
  const feed = useStore(session.state, (state) => state.feed);
  const requested = useMemo(
    () => requestedBars({ result, requestedRange, feed, visible }),
    [result, requestedRange, feed, visible],
  );
  const deferred = useDeferredValue(requested);
  return (
    <>
      <p className={styles.note} role="status">
        {result ? downsamplingText(result) : ''}
      </p>
      {currentPrice === undefined ? null : (
        <p className={styles.current}>
          Current price {currentPrice} {unit}: the last swap at the current exchange rate. The chart uses the
          rate at the time of each swap.
        </p>
      )}
      <ChartTable result={result} visible={deferred} zone={view.zone} unit={unit} />
    </>
  );
}
