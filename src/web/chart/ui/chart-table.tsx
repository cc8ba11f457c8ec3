import { useState } from 'react';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { VisibleRange } from '#web/chart/bars/visible-range.ts';
import type { TimeZone } from '#web/chart/rendering/chart-appearance.ts';
import { priceLabel } from '#web/chart/rendering/price-labels.ts';
import { rangeText } from '#web/chart/rendering/range-text.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { visibleRows } from '#web/chart/rendering/visible-rows.ts';
import table from '#web/components/display/small-table.module.css';
import styles from './chart-table.module.css';

interface Props {
  readonly answer: BarResult | undefined;
  readonly seen: VisibleRange | undefined;
  readonly zone: TimeZone;
  readonly unit: string;
}

/** What is seen, in a sentence and as a table. */
export function ChartTable({ answer, seen, zone, unit }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!answer || !seen) return null;
  const sentence = rangeText(answer, seen, zone, unit);
  if (sentence === '') return null;
  const rows = isOpen ? visibleRows(answer.bars, seen).toReversed() : [];
  const { point } = timeLabels(zone);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{sentence}</summary>
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className={styles.scroller} tabIndex={0} aria-label="Visible bars">
          <table className={table.table} aria-label="Visible bars">
            <thead>
              <tr>
                <th scope="col">Time {zone === 'utc' ? 'UTC' : 'local'}</th>
                <th scope="col">Open</th>
                <th scope="col">High</th>
                <th scope="col">Low</th>
                <th scope="col">Close</th>
                <th scope="col">Ticks</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.time}>
                  <th scope="row">{point(row.time)}</th>
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
