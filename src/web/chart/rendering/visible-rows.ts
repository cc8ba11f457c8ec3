import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { Bars } from '#web/chart/bars/bars.ts';
import type { VisibleRange } from '#web/chart/bars/visible-range.ts';
import type { MillisecondRange } from '#web/chart/ticks/ticks.ts';

export interface VisibleRow {
  /** Start of the bar, in seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly count: number;
}

/** Places of the bars in sight in which somebody traded. */
export function visibleIndices(bars: Bars, { from, to }: VisibleRange): number[] {
  const places: number[] = [];
  const last = Math.min(Math.floor(to), bars.length - 1);
  for (let place = Math.max(Math.ceil(from), 0); place <= last; place += 1)
    if (bars.count[place]) places.push(place);
  return places;
}

/** These bars one by one. */
export function visibleRows(bars: Bars, seen: VisibleRange): VisibleRow[] {
  return visibleIndices(bars, seen).map((place) => ({
    time: bars.time[place] ?? 0,
    open: bars.open[place] ?? Number.NaN,
    high: bars.high[place] ?? Number.NaN,
    low: bars.low[place] ?? Number.NaN,
    close: bars.close[place] ?? Number.NaN,
    count: bars.count[place] ?? 0,
  }));
}

/** The time of the bars in sight; undefined where none is. Ticks of one second are not parted: bars of theirs may be drawn later. */
export function visibleTimeRange(
  { bars, interval }: BarResult,
  seen: VisibleRange,
): MillisecondRange | undefined {
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
