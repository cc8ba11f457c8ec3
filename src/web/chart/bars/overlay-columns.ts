import type { Bars } from './bars.ts';

/** Returns another market's last known price at every bar, NaN before its first price. */
export function alignCloses({ time, length }: Bars, other: Bars): Float64Array {
  const closes = new Float64Array(length).fill(Number.NaN);
  let otherIndex = 0;
  let last = Number.NaN;
  for (let index = 0; index < length; index += 1) {
    while (otherIndex < other.length && (other.time[otherIndex] ?? 0) <= (time[index] ?? 0)) {
      const close = other.close[otherIndex] ?? Number.NaN;
      if (!Number.isNaN(close)) last = close;
      otherIndex += 1;
    }
    closes[index] = last;
  }
  return closes;
}

/** Returns how far the highest price is above the lowest at every bar, in percent. NaN if fewer than two are known. */
export function spreadPercent(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, index) => {
    const prices = columns.flatMap((column) => {
      const price = column[index] ?? Number.NaN;
      return Number.isNaN(price) ? [] : [price];
    });
    return prices.length < 2 ? Number.NaN : (Math.max(...prices) / Math.min(...prices) - 1) * 100;
  });
}

/** Returns the column with each NaN replaced by the value before it. */
export function forwardFill(column: Float64Array): Float64Array {
  let last = Number.NaN;
  return column.map((value) => {
    if (!Number.isNaN(value)) last = value;
    return last;
  });
}
