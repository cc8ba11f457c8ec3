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

/** Starts from the simple average of the first `length` bars, as trading platforms do. */
function exponentialAverage(closes: Float64Array, length: number): Float64Array {
  const averages = new Float64Array(closes.length).fill(Number.NaN);
  const weight = 2 / (length + 1);
  let count = 0;
  let average = 0;
  closes.forEach((close, index) => {
    if (Number.isNaN(close)) return;
    count += 1;
    average = count <= length ? average + (close - average) / count : average + (close - average) * weight;
    if (count >= length) averages[index] = average;
  });
  return averages;
}
