import type { averageKinds } from '#contract/page-links.ts';

export interface MovingAverage {
  readonly kind: (typeof averageKinds)[number];
  /** Number of bars. */
  readonly length: number;
}

/** Returns the average at every bar, NaN until there are enough bars. Empty bars are skipped and have no average. */
export function movingAverage(closes: Float64Array, { kind, length }: MovingAverage): Float64Array {
  return kind === 'sma' ? simpleAverage(closes, length) : exponentialAverage(closes, length);
}

function simpleAverage(closes: Float64Array, length: number): Float64Array {
  const averages = new Float64Array(closes.length).fill(Number.NaN);
  const window = new Float64Array(length);
  let count = 0;
  closes.forEach((close, index) => {
    if (Number.isNaN(close)) return;
    window[count % length] = close;
    count += 1;
    // A running sum would carry the rounding error of a price spike forward.
    if (count >= length) averages[index] = window.reduce((sum, value) => sum + value / length, 0);
  });
  return averages;
}

/** Starts from the simple average of the first `length` defined values, as trading platforms do. */
export function exponentialAverage(
  values: Float64Array,
  length: number,
  weight = 2 / (length + 1),
): Float64Array {
  const averages = new Float64Array(values.length).fill(Number.NaN);
  let count = 0;
  let average = 0;
  values.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    count += 1;
    average += (value - average) * (count <= length ? 1 / count : weight);
    if (count >= length) averages[index] = average;
  });
  return averages;
}
