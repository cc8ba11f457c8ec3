import type { Bars } from './bars.ts';

/** As many bars as a chart has room for. */
export const MAX_BARS = 2_500;
/** Bars that are kept of each group at most. */
const KEPT = 4;

/** How many bars make a group, of which only the extremes are drawn; 1 where all have room. */
export function groupSize(bars: number): number {
  return bars < MAX_BARS ? 1 : Math.ceil((bars * KEPT) / (MAX_BARS - KEPT));
}

/** Places of the bars of each group with the lowest and the highest price, and of the newest of all. */
export function extremeIndices(bars: Bars, group: number): readonly number[] {
  const places: number[] = [];
  for (let from = 0; from < bars.length; from += group) {
    const to = Math.min(from + group, bars.length);
    const found = [
      extremeOf(bars.low, from, to, -1),
      extremeOf(bars.high, from, to, 1),
      extremeOf(bars.close, from, to, -1),
      extremeOf(bars.close, from, to, 1),
    ];
    if (to === bars.length) found.push(to - 1);
    places.push(...[...new Set(found)].sort((a, b) => a - b));
  }
  return places;
}

/** The first where none has a price: a gap remains a gap. */
function extremeOf(column: Float64Array, from: number, to: number, sign: 1 | -1): number {
  let [best, at] = [Number.NEGATIVE_INFINITY, from];
  for (let place = from; place < to; place += 1) {
    const size = (column[place] ?? Number.NaN) * sign;
    if (size > best) [best, at] = [size, place];
  }
  return at;
}

export function selectBars(bars: Bars, places: readonly number[]): Bars {
  return {
    length: places.length,
    time: selectValues(bars.time, places),
    open: selectValues(bars.open, places),
    high: selectValues(bars.high, places),
    low: selectValues(bars.low, places),
    close: selectValues(bars.close, places),
    count: selectValues(bars.count, places),
  };
}

export function selectValues(column: Float64Array, places: readonly number[]): Float64Array {
  return Float64Array.from(places, (place) => column[place] ?? Number.NaN);
}
