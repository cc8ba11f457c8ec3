import { useState } from 'react';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { TimeZone } from '#web/chart/bars/time-zone.ts';
import type { VisibleRange } from '#web/chart/bars/visible-range.ts';
import { barSummary } from '#web/chart/rendering/bar-summary.ts';
import { priceLabel } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { visibleRows } from '#web/chart/rendering/visible-rows.ts';
import table from '#web/kit/display/small-table.module.css';
import styles from './chart-table.module.css';

interface Props {
  readonly result: BarResult | undefined;
  readonly visible: VisibleRange | undefined;
  readonly zone: TimeZone;
  readonly unit: string;
}

/** Summarizes the visible bars in a sentence that expands to a table. */
export function ChartTable({ result, visible, zone, unit }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!result || !visible) return null;
  const summary = barSummary(result, visible, zone, unit);
  if (summary === '') return null;
  const rows = isOpen ? visibleRows(result.bars, visible).toReversed() : [];
  const { dateTime } = timeLabels(zone);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs focus
        <section className={styles.scroller} tabIndex={0} aria-label="Visible candles">
          <table className={table.table} aria-label="Visible candles">
            <thead>
              <tr>
                <th scope="col">Time {zone === 'utc' ? 'UTC' : 'local'}</th>
                <th scope="col">Open</th>
                <th scope="col">High</th>
                <th scope="col">Low</th>
                <th scope="col">Close</th>
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
                  <td>{row.count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
