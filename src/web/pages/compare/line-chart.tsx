import { type PointerEvent, useState } from 'react';
import type { PricePeriod } from '#contract/enums.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { indexScale, spread } from '#web/lib/numbers/index-scale.ts';
import { indexText } from '#web/lib/numbers/index-text.ts';
import styles from './line-chart.module.css';
import { LineDrawing, lastOf } from './line-drawing.tsx';
import { MomentTable } from './moment-table.tsx';

export interface NamedLine {
  readonly address: string;
  readonly symbol: string;
  /** At each moment. */
  readonly values: readonly (number | undefined)[];
  /** Why there is none. */
  readonly missing: string | undefined;
}

interface Props {
  readonly moments: readonly number[];
  readonly lines: readonly NamedLine[];
  readonly period: PricePeriod;
}

/** Of the height: as near as two names come to each other. */
const NAME_GAP = 0.062;

/** Lines on one index. The slider over them says their values at a moment; the table under them, at several. */
export function LineChart({ moments, lines, period }: Props) {
  const [at, setAt] = useState<number>();
  const scale = indexScale(lines.flatMap(({ values }) => values.filter((value) => value !== undefined)));
  const last = moments.length - 1;
  const shown = at === undefined ? last : Math.min(at, last);
  const ends = lines.map(({ values }) => scale.place(lastOf(values) ?? 100));
  const places = spread(ends, NAME_GAP);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    setAt(Math.round(share * last));
  };
  return (
    <figure className={styles.chart}>
      <div className={styles.field}>
        <div className={styles.plot} onPointerMove={follow} onPointerLeave={() => setAt(undefined)}>
          <LineDrawing lines={lines} scale={scale} cursor={at === undefined ? undefined : shown / last} />
          {scale.marks.map((mark) => (
            <span
              key={mark}
              className={styles.mark}
              style={{ bottom: `${scale.place(mark) * 100}%` }}
              aria-hidden="true"
            >
              {indexText(mark).replace(/\.0$/, '')}
            </span>
          ))}
          {last > 0 ? (
            <input
              type="range"
              className={styles.slider}
              aria-label="Moment"
              aria-valuetext={momentText(moments, lines, shown)}
              min={0}
              max={last}
              value={shown}
              onChange={({ target }) => setAt(Number(target.value))}
              onBlur={() => setAt(undefined)}
            />
          ) : null}
        </div>
        <ul className={styles.names} aria-label="Lines">
          {lines.map((line, index) => (
            <li key={line.address} data-line={index} style={{ bottom: `${(places[index] ?? 0) * 100}%` }}>
              <bdi className={styles.name}>{line.symbol}</bdi>{' '}
              <span className={styles.value}>{line.missing ?? valueText(line.values[shown])}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.times} aria-hidden="true">
        {at === undefined ? (
          timeMarks(moments).map((moment) => <span key={moment}>{timeText(moment, period)}</span>)
        ) : (
          <span className={styles.moment}>{formatDateTime(new Date(moments[shown] ?? 0))}</span>
        )}
        {scale.isLog ? <span className={styles.note}>Logarithmic</span> : null}
      </div>
      {last > 0 ? <MomentTable moments={moments} lines={lines} /> : null}
    </figure>
  );
}

function valueText(value: number | undefined): string {
  return value === undefined ? '–' : indexText(value);
}

function momentText(moments: readonly number[], lines: readonly NamedLine[], at: number): string {
  const values = lines.map(({ symbol, values: all, missing }) => {
    const value = all[at];
    return `${symbol} ${value === undefined ? (missing ?? 'no price yet') : indexText(value)}`;
  });
  return `${formatDateTime(new Date(moments[at] ?? 0))} UTC: ${values.join(', ')}`;
}

const TIME_MARKS = 5;

function timeMarks(moments: readonly number[]): number[] {
  const step = (moments.length - 1) / (TIME_MARKS - 1);
  return moments.filter((_, index) => index % Math.max(step, 1) === 0);
}

function timeText(moment: number, period: PricePeriod): string {
  const text = formatDateTime(new Date(moment));
  return period === 'week' || period === 'month' ? text.slice(5, 10) : text.slice(11);
}
