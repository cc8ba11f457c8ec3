import type { BarAnswer, Moments } from '#web/chart/bar-messages.ts';
import type { Bars } from '#web/chart/bars.ts';
import type { SeenBars } from '#web/chart/price-chart.ts';

export interface VisibleRow {
  /** Start of the bar, in seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly count: number;
}

/** The bars in sight in which somebody traded. */
export function visibleRows(bars: Bars, { from, to }: SeenBars): VisibleRow[] {
  const rows: VisibleRow[] = [];
  const last = Math.min(Math.floor(to), bars.length - 1);
  for (let place = Math.max(Math.ceil(from), 0); place <= last; place += 1) {
    const count = bars.count[place] ?? 0;
    if (count === 0) continue;
    rows.push({
      time: bars.time[place] ?? 0,
      open: bars.open[place] ?? Number.NaN,
      high: bars.high[place] ?? Number.NaN,
      low: bars.low[place] ?? Number.NaN,
      close: bars.close[place] ?? Number.NaN,
      count,
    });
  }
  return rows;
}

/** The time of the bars in sight; undefined where none is. Ticks of one second are not parted: bars of theirs may be drawn later. */
export function visibleMoments({ bars, interval }: BarAnswer, seen: SeenBars): Moments | undefined {
  const first = bars.time[Math.max(Math.ceil(seen.from), 0)];
  const place = Math.min(Math.floor(seen.to), bars.length - 1);
  const last = bars.time[place];
  if (first === undefined || last === undefined || last < first) return undefined;
  const end = interval === 'tick' ? Math.floor(last) + 1 : bars.time[place + 1];
  return {
    from: Math.floor(first) * 1000,
    until: end === undefined ? Number.POSITIVE_INFINITY : end * 1000,
  };
}
