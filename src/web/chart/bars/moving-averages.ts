import type { averageKinds } from '#contract/chart-query-params.ts';

export interface MovingAverage {
  readonly kind: (typeof averageKinds)[number];
  /** Bars. */
  readonly length: number;
}

/** The average at every bar; NaN before there are enough bars. Empty bars do not count, and have none. */
export function movingAverage(closes: Float64Array, { kind, length }: MovingAverage): Float64Array {
  return kind === 'sma' ? simpleAverage(closes, length) : exponentialAverage(closes, length);
}

function simpleAverage(closes: Float64Array, length: number): Float64Array {
  const averages = new Float64Array(closes.length).fill(Number.NaN);
  const window = new Float64Array(length);
  let known = 0;
  closes.forEach((close, index) => {
    if (Number.isNaN(close)) return;
    window[known % length] = close;
    known += 1;
    // Added up anew each time: a running sum would carry a spike's rounding error on for ever.
    if (known >= length) averages[index] = window.reduce((sum, value) => sum + value / length, 0);
  });
  return averages;
}

/** Starts from the simple average of the first `length` bars, as charts of trading do. */
function exponentialAverage(closes: Float64Array, length: number): Float64Array {
  const averages = new Float64Array(closes.length).fill(Number.NaN);
  const weight = 2 / (length + 1);
  let known = 0;
  let average = 0;
  closes.forEach((close, index) => {
    if (Number.isNaN(close)) return;
    known += 1;
    average = known <= length ? average + (close - average) / known : average + (close - average) * weight;
    if (known >= length) averages[index] = average;
  });
  return averages;
}
