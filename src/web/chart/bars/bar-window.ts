import type { Bars } from './bars.ts';

/**
 * The drawing library takes all its bars anew whenever one is added before them, which for a million takes seconds. It
 * gets a window of them: wide enough that nobody sees to its end, small enough to be changed within a frame.
 */
export interface BarWindow {
  /** Place of the first bar in it. */
  readonly from: number;
  /** Place after the last. */
  readonly to: number;
}

const SIZE = 6_000;
/** The window moves when less than this is left beside what is seen. */
const MARGIN = 400;

/** The window for what is seen, in places of bars: the same as before as long as that will do. */
export function windowAround(
  length: number,
  seen: { readonly from: number; readonly to: number },
  before?: BarWindow,
): BarWindow {
  if (before && before.to <= length && suits(before, length, seen)) return before;
  const middle = Math.round((seen.from + seen.to) / 2);
  const to = Math.min(length, Math.max(middle + SIZE / 2, Math.min(SIZE, length)));
  return { from: Math.max(0, to - SIZE), to };
}

/** The place of a window's bars after others came before them; what is in it may be another now. */
export function shiftWindow({ from, to }: BarWindow, before: Bars, bars: Bars): BarWindow {
  const offset = Math.max(indexAt(bars, before.time[from] ?? 0), 0) - from;
  return { from: from + offset, to: to + offset };
}

function suits(
  window: BarWindow,
  length: number,
  seen: { readonly from: number; readonly to: number },
): boolean {
  const left = window.from === 0 || seen.from - window.from >= MARGIN;
  const right = window.to === length || window.to - seen.to >= MARGIN;
  return left && right;
}

/** Place of the last bar that starts at or before a second; −1 where there is none. */
export function indexAt(bars: Bars, second: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars.time[middle] ?? 0) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The second at a place, which may be between bars or beyond them. */
export function timeAt({ time, length }: Bars, place: number): number {
  const last = length - 1;
  const step = ((time[last] ?? 0) - (time[Math.max(last - 20, 0)] ?? 0)) / Math.min(last, 20) || 1;
  if (place <= 0) return (time[0] ?? 0) + place * step;
  if (place >= last) return (time[last] ?? 0) + (place - last) * step;
  const before = time[Math.floor(place)] ?? 0;
  const after = time[Math.ceil(place)] ?? before;
  return before + (after - before) * (place % 1);
}

/** The place of a second: between bars or, by steps of so many seconds, beyond them. */
export function positionAt(bars: Bars, second: number, step: number): number {
  const place = indexAt(bars, second);
  const last = bars.length - 1;
  if (place < 0) return (second - (bars.time[0] ?? 0)) / step;
  const before = bars.time[place] ?? 0;
  if (place >= last) return last + (second - before) / step;
  return place + (second - before) / ((bars.time[place + 1] ?? before) - before);
}
