/** Bars as columns, ascending by time. The prices of an empty bar are NaN, unless it carries the last close. */
export interface Bars {
  readonly length: number;
  /** Start of the bar, in seconds. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Number of ticks in the bar. */
  readonly count: Float64Array;
}

/** Returns zero-filled columns for `length` bars. */
export function createBars(length: number): Bars {
  const column = () => new Float64Array(length);
  return {
    length,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    count: column(),
  };
}
