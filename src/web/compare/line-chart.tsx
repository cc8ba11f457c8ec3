import { type PointerEvent, useState } from 'react';
import type { PricePeriod } from '#contract/enums.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import type { ComparisonScale } from './comparison-link.ts';
import { type IndexScale, indexScale, spreadLabels } from './index-scale.ts';
import { indexText, lastValue, type NamedLine, valueText } from './indexed-line.ts';
import styles from './line-chart.module.css';

interface Props {
  readonly timestamps: readonly number[];
  readonly lines: readonly NamedLine[];
  readonly period: PricePeriod;
  /** If undefined, it depends on the range of the values. */
  readonly scaleType: ComparisonScale | undefined;
  readonly onScale: (scale: ComparisonScale) => void;
}

/** Minimum distance between two labels, as a share of the chart height. */
const LABEL_GAP = 0.062;

const scaleOptions = [
  ['linear', 'Linear'],
  ['log', 'Log'],
] as const;

/**
 * Lines indexed to 100. An invisible slider over the plot selects a timestamp, also by keyboard; the table below lists
 * the values.
 */
export function LineChart({ timestamps, lines, period, scaleType, onScale }: Props) {
  const [selected, setSelected] = useState<number>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const visible = lines.filter(({ address }) => !hidden.has(address));
  const toggle = (address: string) => {
    const next = new Set(hidden);
    if (!next.delete(address)) next.add(address);
    setHidden(next);
  };
  const shownValues = visible.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const scale = indexScale(shownValues, scaleType);
  const last = timestamps.length - 1;
  const shown = selected === undefined ? last : Math.min(selected, last);
  // Hidden lines can end beyond the scale.
  const lineEnds = lines.map(({ values }) => clamp(scale.position(lastValue(values) ?? 100)));
  const labelPositions = spreadLabels(lineEnds, LABEL_GAP);
  const followPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = clamp((event.clientX - left) / width);
    setSelected(Math.round(share * last));
  };
  return (
    <figure className={styles.chart} translate="no">
      <div className={styles.chartArea}>
        <div
          className={styles.plot}
          onPointerMove={followPointer}
          onPointerLeave={() => setSelected(undefined)}
        >
          <LinePlot
            lines={lines}
            hidden={hidden}
            scale={scale}
            cursor={selected === undefined ? undefined : shown / last}
          />
          {scale.marks.map((mark) => (
            <span
              key={mark}
              className={styles.tickLabel}
              style={{ bottom: `${scale.position(mark) * 100}%` }}
              aria-hidden="true"
            >
              {indexText(mark).replace(/\.0$/, '')}
            </span>
          ))}
          {last > 0 ? (
            <input
              type="range"
              className={styles.slider}
              aria-label="Time"
              aria-valuetext={valuesText(timestamps, visible, shown)}
              min={0}
              max={last}
              value={shown}
              onChange={({ target }) => setSelected(Number(target.value))}
              onBlur={() => setSelected(undefined)}
            />
          ) : null}
        </div>
        <ul className={styles.legend} aria-label="Legend">
          {lines.map((line, index) => (
            <li
              key={line.address}
              data-line={index}
              style={{ bottom: `${(labelPositions[index] ?? 0) * 100}%` }}
            >
              <button
                type="button"
                className={styles.name}
                aria-pressed={!hidden.has(line.address)}
                title={`${hidden.has(line.address) ? 'Show' : 'Hide'} ${line.symbol}`}
                onClick={() => toggle(line.address)}
              >
                <bdi translate="no">{line.symbol}</bdi>
              </button>{' '}
              <span className={styles.value}>
                {hidden.has(line.address) ? 'hidden' : (line.missing ?? valueText(line.values[shown]))}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.timeAxis} aria-hidden="true" translate="no">
        {selected === undefined ? (
          timeTicks(timestamps).map((timestamp) => <span key={timestamp}>{timeText(timestamp, period)}</span>)
        ) : (
          <span className={styles.cursorTime}>{formatDateTime(new Date(timestamps[shown] ?? 0))}</span>
        )}
      </div>
      <div className={styles.scale}>
        <RadioGroup legend="Scale" value={scale.isLog ? 'log' : 'linear'} onChoose={onScale}>
          {scaleOptions}
        </RadioGroup>
      </div>
      <Starts lines={lines} />
      {last > 0 ? <ValueTable timestamps={timestamps} lines={lines} /> : null}
    </figure>
  );
}

/** Names the jettons that have no price at the start of the period. */
function Starts({ lines }: { lines: readonly NamedLine[] }) {
  const young = lines.flatMap(({ startsAt, ...line }, index) =>
    startsAt === undefined ? [] : [{ ...line, index, startsAt }],
  );
  if (young.length === 0) return null;
  return (
    <p className={styles.starts}>
      Listed during this period, so their first price is 100:{' '}
      {young.map(({ address, symbol, startsAt, index }, position) => (
        <span key={address} data-line={index} translate="no">
          {position > 0 ? ', ' : null}
          <bdi>{symbol}</bdi> {formatDateTime(new Date(startsAt))} UTC
        </span>
      ))}
    </p>
  );
}

function clamp(position: number): number {
  return Math.min(Math.max(position, 0), 1);
}

function valuesText(timestamps: readonly number[], lines: readonly NamedLine[], at: number): string {
  const values = lines.map(({ symbol, values: all, missing }) => {
    const value = all[at];
    return `${symbol} ${value === undefined ? (missing ?? 'not listed yet') : indexText(value)}`;
  });
  return `${formatDateTime(new Date(timestamps[at] ?? 0))} UTC: ${values.join(', ')}`;
}

const TIME_TICK_COUNT = 5;

function timeTicks(timestamps: readonly number[]): number[] {
  const step = (timestamps.length - 1) / (TIME_TICK_COUNT - 1);
  return timestamps.filter((_, index) => index % Math.max(step, 1) === 0);
}

function timeText(timestamp: number, period: PricePeriod): string {
  const text = formatDateTime(new Date(timestamp));
  return period === 'week' || period === 'month' ? text.slice(5, 10) : text.slice(11);
}

const WIDTH = 1000;
const HEIGHT = 320;

interface PlotProps {
  readonly lines: readonly NamedLine[];
  /** Addresses of lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly scale: IndexScale;
  /** Horizontal position, 0 to 1. */
  readonly cursor: number | undefined;
}

/** Hidden from screen readers: the slider and the value table provide the values as text. */
function LinePlot({ lines, hidden, scale, cursor }: PlotProps) {
  return (
    <svg
      className={styles.svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {scale.marks.map((mark) => (
        <path
          key={mark}
          className={mark === 100 ? styles.baseline : styles.gridLine}
          d={`M0 ${yOf(mark, scale)}H${WIDTH}`}
        />
      ))}
      {cursor === undefined ? null : <path className={styles.cursor} d={`M${cursor * WIDTH} 0V${HEIGHT}`} />}
      {lines.map(({ address, values }, index) =>
        hidden.has(address) ? null : (
          <path key={address} className={styles.line} data-line={index} d={pathOf(values, scale)} />
        ),
      )}
      {lines.map(({ address, values, startsAt }, index) =>
        hidden.has(address) || startsAt === undefined ? null : (
          <path key={address} className={styles.start} data-line={index} d={startPath(values, scale)} />
        ),
      )}
    </svg>
  );
}

/** Returns a line without length: its round caps form a dot, which the stretched plot does not distort. */
function startPath(values: readonly (number | undefined)[], scale: IndexScale): string {
  const first = values.findIndex((value) => value !== undefined);
  const step = WIDTH / Math.max(values.length - 1, 1);
  return first < 0 ? '' : `M${rounded(first * step)} ${yOf(values[first] ?? 100, scale)}h0`;
}

function yOf(value: number, scale: IndexScale): number {
  return rounded(HEIGHT * (1 - scale.position(value)));
}

function pathOf(values: readonly (number | undefined)[], scale: IndexScale): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  return values
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const isFirst = values[index - 1] === undefined;
      return `${isFirst ? 'M' : 'L'}${rounded(index * step)} ${yOf(value, scale)}`;
    })
    .join('');
}

function rounded(size: number): number {
  return Math.round(size * 10) / 10;
}

const ROW_COUNT = 9;

/** Values of the lines at evenly spaced timestamps. */
function ValueTable({ timestamps, lines }: Pick<Props, 'timestamps' | 'lines'>) {
  const indexes = Array.from({ length: ROW_COUNT }, (_, index) =>
    Math.round(((timestamps.length - 1) / (ROW_COUNT - 1)) * index),
  );
  return (
    <details className={styles.values}>
      <summary>Values</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll it horizontally */}
      <section className="scroll-x" aria-label="Values" tabIndex={0}>
        <table aria-label="Prices indexed to 100" translate="no">
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
