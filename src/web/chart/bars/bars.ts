/** Columns of bars, ascending in time; every price of an empty bar is NaN. */
export interface Bars {
  readonly length: number;
  /** Start of the bar, in seconds. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Ticks in the bar. */
  readonly count: Float64Array;
}

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
