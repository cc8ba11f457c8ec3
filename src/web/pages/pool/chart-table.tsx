import { useState } from 'react';
import { changeText } from '#contract/text/change-text.ts';
import type { BarAnswer } from '#web/chart/bar-messages.ts';
import type { TimeZone } from '#web/chart/chart-look.ts';
import type { SeenBars } from '#web/chart/price-chart.ts';
import { priceLabel } from '#web/chart/price-labels.ts';
import { timeLabels } from '#web/chart/time-labels.ts';
import styles from './chart-table.module.css';
import table from './pool-table.module.css';
import { visibleRows } from './visible-rows.ts';

interface Props {
  readonly answer: BarAnswer | undefined;
  readonly seen: SeenBars | undefined;
  readonly zone: TimeZone;
  readonly unit: string;
}

/** What is seen, in a sentence and as a table. */
export function ChartTable({ answer, seen, zone, unit }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!answer || !seen) return null;
  const rows = visibleRows(answer.bars, seen);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const { point } = timeLabels(zone);
  const high = Math.max(...rows.map((row) => row.high));
  const low = Math.min(...rows.map((row) => row.low));
  const change = changeText((last.close / first.open - 1) * 100);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        From {point(first.time)} to {point(last.time)}: {priceLabel(first.open)} to {priceLabel(last.close)}{' '}
        {unit} ({change.text}%), highest {priceLabel(high)}, lowest {priceLabel(low)}, {rows.length} bars of{' '}
        {answer.interval}.
      </summary>
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
              {rows.toReversed().map((row) => (
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
