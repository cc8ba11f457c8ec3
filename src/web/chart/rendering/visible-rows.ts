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

/** Returns the indices of the visible bars with ticks. */
export function visibleIndices(bars: Bars, { from, to }: VisibleRange): number[] {
  const indices: number[] = [];
  const last = Math.min(Math.floor(to), bars.length - 1);
  for (let index = Math.max(Math.ceil(from), 0); index <= last; index += 1)
    if (bars.count[index]) indices.push(index);
  return indices;
}

/** Returns the visible bars with ticks. */
export function visibleRows(bars: Bars, visible: VisibleRange): VisibleRow[] {
  return visibleIndices(bars, visible).map((index) => ({
    time: bars.time[index] ?? 0,
    open: bars.open[index] ?? Number.NaN,
    high: bars.high[index] ?? Number.NaN,
    low: bars.low[index] ?? Number.NaN,
    close: bars.close[index] ?? Number.NaN,
    count: bars.count[index] ?? 0,
  }));
}

/**
 * Returns the time range of the visible bars, undefined if there are none. Tick bars of the same second are included
 * together, because their times may have been moved apart.
 */
export function visibleTimeRange(
  { bars, interval }: BarResult,
  visible: VisibleRange,
): MillisecondRange | undefined {
  const first = bars.time[Math.max(Math.ceil(visible.from), 0)];
  const index = Math.min(Math.floor(visible.to), bars.length - 1);
  const last = bars.time[index];
  if (first === undefined || last === undefined || last < first) return undefined;
  const end = interval === 'tick' ? Math.floor(last) + 1 : bars.time[index + 1];
  return {
    from: Math.floor(first) * 1000,
    until: end === undefined ? Number.POSITIVE_INFINITY : end * 1000,
  };
}
