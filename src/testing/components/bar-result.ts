import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { type Bars, createBars } from '#web/chart/bars/bars.ts';

/** Returns a column of bars. */
export function column(...values: readonly number[]): Float64Array {
  return Float64Array.from(values);
}

/** Returns a result of hourly bars: the given columns, zeros in the others. */
export function barResult(
  columns: Partial<Omit<Bars, 'length'>> & Pick<Bars, 'time'>,
  changes: Partial<Omit<BarResult, 'bars'>> = {},
): BarResult {
  const { length } = columns.time;
  return {
    id: 1,
    requestedInterval: '1h',
    interval: '1h',
    groupSize: 1,
    bars: { ...createBars(length), ...columns },
    averages: [],
    indicators: [],
    hasVolumes: false,
    swapCount: length,
    durationMs: 0,
    ...changes,
  };
}
