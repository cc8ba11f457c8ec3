import { type PointerEvent, useState } from 'react';
import type { PricePeriod } from '#contract/enums.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import type { ComparisonScale } from './comparison-link.ts';
import { indexScale, spreadLabels } from './index-scale.ts';
import { indexText } from './index-text.ts';
import styles from './line-chart.module.css';
import { LinePlot } from './line-plot.tsx';
import { lastValue, type NamedLine, valueText } from './named-line.ts';
import { ValueTable } from './value-table.tsx';

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
    <figure className={styles.chart}>
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
                <bdi>{line.symbol}</bdi>
              </button>{' '}
              <span className={styles.value}>
                {hidden.has(line.address) ? 'hidden' : (line.missing ?? valueText(line.values[shown]))}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.timeAxis} aria-hidden="true">
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
      Listed during this period, so the line starts there at 100:{' '}
      {young.map(({ address, symbol, startsAt, index }, position) => (
        <span key={address} data-line={index}>
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
