import type { Bars } from './bars.ts';

/** Another market's last price at every bar of a chart; NaN before its first. */
export function alignCloses({ time, length }: Bars, other: Bars): Float64Array {
  const closes = new Float64Array(length).fill(Number.NaN);
  let place = 0;
  let last = Number.NaN;
  for (let index = 0; index < length; index += 1) {
    while (place < other.length && (other.time[place] ?? 0) <= (time[index] ?? 0)) {
      const close = other.close[place] ?? Number.NaN;
      if (!Number.isNaN(close)) last = close;
      place += 1;
    }
    closes[index] = last;
  }
  return closes;
}

/** How far apart prices are at every bar: the highest over the lowest in percent; NaN where fewer than two are known. */
export function spreadPercent(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, index) => {
    const known = columns.flatMap((column) => {
      const price = column[index] ?? Number.NaN;
      return Number.isNaN(price) ? [] : [price];
    });
    return known.length < 2 ? Number.NaN : (Math.max(...known) / Math.min(...known) - 1) * 100;
  });
}

/** A column whose gaps have the value before them. */
export function forwardFill(column: Float64Array): Float64Array {
  let last = Number.NaN;
  return column.map((value) => {
    if (!Number.isNaN(value)) last = value;
    return last;
  });
}
