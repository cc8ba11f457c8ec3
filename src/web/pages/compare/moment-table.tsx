import { formatDateTime } from '#contract/format/format-time.ts';
import { indexText } from '#web/lib/numbers/index-text.ts';
import styles from './line-chart.module.css';
import type { NamedLine } from './line-chart.tsx';

const ROWS = 9;

interface Props {
  readonly moments: readonly number[];
  readonly lines: readonly NamedLine[];
}

/** The lines in numbers. */
export function MomentTable({ moments, lines }: Props) {
  const places = Array.from({ length: ROWS }, (_, index) =>
    Math.round(((moments.length - 1) / (ROWS - 1)) * index),
  );
  return (
    <details className={styles.values}>
      <summary>Values</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the page */}
      <section className={styles.scroller} aria-label="Values" tabIndex={0}>
        <table aria-label="Prices indexed to 100">
          <thead>
            <tr>
              <th scope="col">Time UTC</th>
              {lines.map(({ address, symbol }) => (
                <th key={address} scope="col">
                  <bdi>{symbol}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place}>
                <th scope="row">{formatDateTime(new Date(moments[place] ?? 0))}</th>
                {lines.map(({ address, values }) => (
                  <td key={address}>{cellText(values[place])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function cellText(value: number | undefined): string {
  return value === undefined ? '–' : indexText(value);
}
