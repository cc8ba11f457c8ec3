import type { Bars } from './bars.ts';

/**
 * The bars given to the charting library. The library processes all its bars again whenever older ones are added,
 * which takes seconds for a million bars. The window is wide enough that its ends stay out of view, and small enough
 * to be replaced within a frame.
 */
export interface BarWindow {
  /** Index of the first bar. */
  readonly from: number;
  /** Index after the last bar. */
  readonly to: number;
}

const SIZE = 6_000;
/** The window moves when fewer bars than this remain beside the visible range. */
const MARGIN = 400;

/** Returns the window for a visible range: `current` if it still has enough margin. */
export function windowAround(length: number, visible: VisibleRange, current?: BarWindow): BarWindow {
  if (current && current.to <= length && hasMargin(current, length, visible)) return current;
  const middle = Math.round((visible.from + visible.to) / 2);
  const to = Math.min(length, Math.max(middle + SIZE / 2, Math.min(SIZE, length)));
  return { from: Math.max(0, to - SIZE), to };
}

/** Returns the window of the same times after older bars were added. Its bars may have changed. */
export function shiftWindow({ from, to }: BarWindow, previous: Bars, bars: Bars): BarWindow {
  const offset = Math.max(indexAt(bars, previous.time[from] ?? 0), 0) - from;
  return { from: from + offset, to: to + offset };
}

function hasMargin(window: BarWindow, length: number, visible: VisibleRange): boolean {
  const left = window.from === 0 || visible.from - window.from >= MARGIN;
  const right = window.to === length || window.to - visible.to >= MARGIN;
  return left && right;
}

/** Returns the index of the last bar that starts at or before a time in seconds, −1 if there is none. */
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

/** Returns the time at a position in seconds: interpolated between bars, extrapolated beyond them. */
export function timeAt({ time, length }: Bars, position: number): number {
  const last = length - 1;
  const step = ((time[last] ?? 0) - (time[Math.max(last - 20, 0)] ?? 0)) / Math.min(last, 20) || 1;
  if (position <= 0) return (time[0] ?? 0) + position * step;
  if (position >= last) return (time[last] ?? 0) + (position - last) * step;
  const before = time[Math.floor(position)] ?? 0;
  const after = time[Math.ceil(position)] ?? before;
  return before + (after - before) * (position % 1);
}

/** Returns the fractional index of a time. Beyond the bars, one index is `step` seconds. */
export function positionAt(bars: Bars, second: number, step: number): number {
  const index = indexAt(bars, second);
  const last = bars.length - 1;
  if (index < 0) return (second - (bars.time[0] ?? 0)) / step;
  const before = bars.time[index] ?? 0;
  if (index >= last) return last + (second - before) / step;
  return index + (second - before) / ((bars.time[index + 1] ?? before) - before);
}

/** Empty space after the newest bar, in bars. */
export const RIGHT_MARGIN = 3;
/** Empty space before the first bar, in bars. */
const LEFT_MARGIN = 1;

interface Bounds {
  /** Number of bars. */
  readonly length: number;
  /** Space before the first bar that older bars may fill, as a share of the width. 0 if there are none. */
  readonly fillableShare: number;
}

/**
 * Returns the range nearest to a requested one that the user may move the chart to: without more empty space than the
 * margins, than older bars may fill, or than was visible before.
 */
export function boundedRange(
  requested: VisibleRange,
  previous: VisibleRange,
  { length, fillableShare }: Bounds,
): VisibleRange {
  const width = requested.to - requested.from;
  const minFrom = Math.min(-LEFT_MARGIN - width * fillableShare, previous.from);
  const maxTo = Math.max(length - 1 + RIGHT_MARGIN, previous.to);
  const boundedWidth = Math.min(width, maxTo - minFrom);
  const from = Math.min(Math.max(requested.from, minFrom), maxTo - boundedWidth);
  return { from, to: from + boundedWidth };
}

/** Range of bar indices on screen. Fractional; extends beyond the first and last bar when there is empty space. */
export interface VisibleRange {
  readonly from: number;
  readonly to: number;
}
