import { formatDateTime } from '#contract/format/format-time.ts';
import styles from './line-chart.module.css';
import { type NamedLine, valueText } from './named-line.ts';

const ROW_COUNT = 9;

interface Props {
  readonly timestamps: readonly number[];
  readonly lines: readonly NamedLine[];
}

/** Values of the lines at evenly spaced timestamps. */
export function ValueTable({ timestamps, lines }: Props) {
  const indexes = Array.from({ length: ROW_COUNT }, (_, index) =>
    Math.round(((timestamps.length - 1) / (ROW_COUNT - 1)) * index),
  );
  return (
    <details className={styles.values}>
      <summary>Values</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll it horizontally */}
      <section className="scroll-x" aria-label="Values" tabIndex={0}>
        <table aria-label="Prices indexed to 100">
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              {lines.map(({ address, symbol }) => (
                <th key={address} scope="col">
                  <bdi>{symbol}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indexes.map((index) => (
              <tr key={index}>
                <th scope="row">{formatDateTime(new Date(timestamps[index] ?? 0))}</th>
                {lines.map(({ address, values }) => (
                  <td key={address}>{valueText(values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
