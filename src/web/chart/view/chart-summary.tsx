import { type ReactNode, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { priceLabel } from '#contract/format/format-numbers.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { VisibleRange } from '#web/chart/bars/bar-window.ts';
import { type BarInterval, isDaily, type TimeZone } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { volumeLabel } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import {
  barSummary,
  downsamplingText,
  INCOMPLETE_HINT,
  visibleRows,
} from '#web/chart/rendering/visible-rows.ts';
import { requestedBars } from '#web/chart/requested-range.ts';
import { useDebounced } from '#web/kit/display/deferred.tsx';
import table from '#web/kit/display/small-table.module.css';
import { CURRENT_PRICE_HINT } from '#web/money/converted-amounts.ts';
import styles from './chart-summary.module.css';

interface Props {
  readonly view: ChartView;
  readonly unit: string;
  /** Default: that of prices. */
  readonly volumeUnit?: string;
  /** The current price, if it differs from the newest bar's. */
  readonly currentPrice?: string | undefined;
}

/** Below a chart: its summary in a line that expands to notes and a table. */
export function ChartSummary({ session, ...shared }: Props & { readonly session: ChartSession | undefined }) {
  return <div className={styles.summary}>{session ? <Summary session={session} {...shared} /> : null}</div>;
}

/** For how long a chart that the user has moved must not move before its bars are summarized again. */
const SETTLE_MS = 200;

function Summary({
  session,
  view,
  unit,
  volumeUnit = unit,
  currentPrice,
}: Props & { readonly session: ChartSession }) {
  const result = useStore(session.state, (state) => state.result);
  const visible = useStore(session.state, (state) => state.visible);
  const requestedRange = useStore(session.state, (state) => state.requestedRange);
  const feed = useStore(session.state, (state) => state.feed);
  const hasCandles = useStore(session.state, (state) => state.hasCandles);
  const requested = useMemo(
    () => ({ result, visible: requestedBars({ result, requestedRange, feed, visible }) }),
    [result, requestedRange, feed, visible],
  );
  const settled = useDebounced(requested, SETTLE_MS);
  // The text would change in every frame of a move.
  const shown = requestedRange === undefined ? settled : requested;
  return (
    <>
      <p className={styles.note} role="status">
        {result ? downsamplingText(result) : ''}
      </p>
      <ChartTable {...shown} zone={view.zone} unit={unit}>
        <p>
          {`${
            currentPrice === undefined ? '' : `Current price ${currentPrice} ${unit}. ${CURRENT_PRICE_HINT} `
          }${activityText(result, view, hasCandles, volumeUnit)}`}
        </p>
      </ChartTable>
    </>
  );
}

/** Says what the bars below the prices are. */
function activityText(
  result: BarResult | undefined,
  { activity }: ChartView,
  hasCandles: boolean,
  unit: string,
): string {
  if (result?.interval === 'tick') return '';
  if (!hasCandles) return 'Bars below the prices: number of swaps. This service does not provide volumes.';
  if (!result?.hasVolumes)
    return 'Bars below the prices: number of swaps. Candles under a minute have no volumes.';
  const shown = activity === 'volume' ? `volume in ${unit}` : 'number of swaps';
  const note = result.bars.incomplete.includes(1)
    ? ` Hatched candles are incomplete. ${INCOMPLETE_HINT}`
    : '';
  return `Bars below the prices: ${shown}.${note}`;
}

function timeHeading(interval: BarInterval, zone: TimeZone): string {
  if (isDaily(interval)) return 'Date UTC';
  return zone === 'utc' ? 'Time UTC' : 'Time local';
}

interface ChartTableProps {
  readonly result: BarResult | undefined;
  readonly visible: VisibleRange | undefined;
  readonly zone: TimeZone;
  readonly unit: string;
  /** Notes on the chart. */
  readonly children: ReactNode;
}

/** Summarizes the visible bars in a sentence that expands to notes and a table. */
function ChartTable({ result, visible, zone, unit, children }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  const summary = useMemo(
    () => (result && visible ? barSummary(result, visible, zone, unit) : ''),
    [result, visible, zone, unit],
  );
  if (!result || !visible || summary === '') return null;
  const rows = isOpen ? visibleRows(result.bars, visible).toReversed() : [];
  const { dateTime } = timeLabels(zone, result.interval);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={isOpen ? 'muted' : 'muted truncate'} title={summary}>
        {summary}
      </summary>
      {isOpen ? children : null}
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs focus
        <section className={styles.scroller} tabIndex={0} aria-label="Visible candles">
          <table className={table.table} aria-label="Visible candles" translate="no">
            <thead>
              <tr>
                <th scope="col">{timeHeading(result.interval, zone)}</th>
                <th scope="col">Open</th>
                <th scope="col">High</th>
                <th scope="col">Low</th>
                <th scope="col">Close</th>
                {result.hasVolumes ? <th scope="col">Volume</th> : null}
                <th scope="col">Swaps</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.time}>
                  <th scope="row">{dateTime(row.time)}</th>
                  <td>{priceLabel(row.open)}</td>
                  <td>{priceLabel(row.high)}</td>
                  <td>{priceLabel(row.low)}</td>
                  <td>{priceLabel(row.close)}</td>
                  {result.hasVolumes ? <td>{volumeLabel(row.volume)}</td> : null}
                  <td>{row.isIncomplete ? `${row.count}, incomplete` : row.count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
