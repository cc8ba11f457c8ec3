import { serviceNow } from '#web/api/client/service-clock.ts';
import type { BarResult } from './bars/bar-messages.ts';
import { indexAt, positionAt, RIGHT_MARGIN, timeAt, type VisibleRange } from './bars/bar-window.ts';
import type { Bars } from './bars/bars.ts';
import { type Interval, intervalSeconds, type TimeZone } from './bars/intervals.ts';
import type { OverlayColumns } from './bars/overlay-lines.ts';
import { type ChartView, rangeSeconds, type TimeSpan } from './chart-view.ts';
import type { FeedState, HistoryFeed, HistoryQuery } from './history/history-feed.ts';

export interface SessionState {
  readonly feed: FeedState;
  /** Whether the service has candles, as far as it is known. */
  readonly hasCandles: boolean;
  /** Undefined until the first bars are built. */
  readonly result: BarResult | undefined;
  readonly visible: VisibleRange | undefined;
  /** The range of the view. Undefined after the user moved the chart. */
  readonly requestedRange: ChartView['range'] | undefined;
  /** Index of the bar under the crosshair. */
  readonly crosshairIndex: number | undefined;
  /** Columns parallel to the bars of `result`. */
  readonly overlays: OverlayColumns | undefined;
  /** Errors by the key of the overlay market that could not be loaded. */
  readonly overlayErrors: ReadonlyMap<string, Error>;
}

type Shown = Pick<SessionState, 'result' | 'requestedRange' | 'feed' | 'visible'>;

export const NO_SWAPS_TEXT = 'No swaps yet, or only very small ones.';

/** Excludes a bar that starts exactly at a boundary. Smaller than the millisecond resolution of bar times. */
const EPSILON = 1e-4;
const DAY_SECONDS = 86_400;

/**
 * Returns the bar indices of a range, which are those up to the newest for a named one. Single ticks and downsampled bars
 * have no length to extrapolate with.
 */
export function visibleRangeOf(
  { bars, interval, groupSize }: BarResult,
  range: ChartView['range'],
): VisibleRange {
  if (typeof range !== 'object') {
    const last = bars.length - 1;
    const start = (bars.time[last] ?? 0) - rangeSeconds(range);
    return { from: Math.max(indexAt(bars, start), 0) - 1, to: last + RIGHT_MARGIN };
  }
  const { from, to } = range;
  if (interval === 'tick' || groupSize > 1) return { from: indexAt(bars, from), to: indexAt(bars, to) };
  const step = intervalSeconds[interval];
  return { from: positionAt(bars, from, step), to: positionAt(bars, to, step) };
}

/**
 * Returns the visible bars, limited to the requested range until the user moves the chart: the chart also shows a bar
 * of context before the range.
 */
export function requestedBars({ result, requestedRange, feed, visible }: Shown): VisibleRange | undefined {
  if (!result || !visible || requestedRange === undefined) return visible;
  const span = spanOf(requestedRange, feed.newest);
  if (!span) return visible;
  const { from, to } = barsWithin(result, span);
  return { from: Math.max(from, visible.from), to: Math.min(to, visible.to) };
}

/** Returns the visible time span, undefined with fewer than two bars. */
export function visibleSpan({ result, visible }: Pick<Shown, 'result' | 'visible'>): TimeSpan | undefined {
  if (!visible || !result || result.bars.length < 2) return undefined;
  const { bars } = result;
  return { from: Math.floor(timeAt(bars, visible.from)), to: Math.ceil(timeAt(bars, visible.to)) };
}

/** Returns the close of the bar under the crosshair, or of the newest bar. NaN without bars. */
export function closeAtCrosshair({
  result,
  crosshairIndex,
}: Pick<SessionState, 'result' | 'crosshairIndex'>): number {
  return result?.bars.close.at(crosshairIndex ?? -1) ?? Number.NaN;
}

export function isSameSpan(range: ChartView['range'], span: TimeSpan | undefined): boolean {
  return typeof range === 'object' && range.from === span?.from && range.to === span.to;
}

/** Returns whether a market has no swaps at all. */
export function isEmptyHistory({ requestedRange, feed }: Shown): boolean {
  const { isLoading, isComplete, newest, error } = feed;
  const isLoaded = !isLoading && !error && isComplete;
  return isLoaded && typeof requestedRange !== 'object' && newest === undefined;
}

/** Returns why the chart is empty. An empty text while it is loading, after an error, and if it has bars. */
export function emptyText(state: Shown): string {
  const { result, requestedRange, feed } = state;
  const { isLoading, newest, error } = feed;
  if (isEmptyHistory(state)) return NO_SWAPS_TEXT;
  if (isLoading || error || typeof requestedRange !== 'object') return '';
  const isEmpty = result ? !hasTicks(result.bars, barsWithin(result, requestedRange)) : newest === undefined;
  return isEmpty ? 'No swaps in this range.' : '';
}

/** A named range ends at the newest tick, whose time is in milliseconds. Undefined while that is unknown. */
export function spanOf(range: ChartView['range'], newest: number | undefined): TimeSpan | undefined {
  if (typeof range === 'object') return range;
  if (newest === undefined) return undefined;
  return { from: newest / 1000 - rangeSeconds(range), to: Number.POSITIVE_INFINITY };
}

/**
 * Returns what a feed loads, and which part of it first: of a range that ended long ago, nothing after it. Averages and
 * indicators need whole pages.
 */
export function loadedSpan(
  range: ChartView['range'],
  interval: Interval,
  needsPages: boolean,
  historySeconds: number,
): { readonly seconds: number; readonly start?: Pick<HistoryQuery, 'from' | 'to'> } {
  if (typeof range !== 'object') return { seconds: Math.min(rangeSeconds(range), historySeconds) };
  const { from, to } = range;
  const now = serviceNow() / 1000;
  if (to >= now - DAY_SECONDS) return { seconds: now - from };
  const seconds = to - from;
  const end = new Date(to * 1000);
  if (needsPages) return { seconds, start: { to: end } };
  // Including the bar that contains the start.
  const isFixed = interval !== 'auto' && interval !== 'tick';
  const margin = isFixed ? intervalSeconds[interval] : Math.ceil(seconds / 10);
  return { seconds, start: { from: new Date(Math.max(from - margin, 0) * 1000), to: end } };
}

/** Returns whether the feed of another range can be extended to a range without a gap. */
export function canReach(
  range: ChartView['range'],
  { state, isHistorical }: Pick<HistoryFeed, 'state' | 'isHistorical'>,
): boolean {
  if (typeof range !== 'object') return !isHistorical;
  const { oldest, newest } = state;
  if (oldest === undefined || newest === undefined) return false;
  const { to } = range;
  return to >= oldest / 1000 - DAY_SECONDS && (!isHistorical || to <= newest / 1000 + DAY_SECONDS);
}

/** Returns the bars that start within a span. If none of them has ticks, includes the bar that overlaps its start. */
function barsWithin({ bars, interval }: BarResult, { from, to }: TimeSpan): VisibleRange {
  const last = indexAt(bars, to - EPSILON);
  const started = { from: indexAt(bars, from - EPSILON) + 1, to: last };
  if (interval === 'tick' || hasTicks(bars, started)) return started;
  return { from: indexAt(bars, from - intervalSeconds[interval]) + 1, to: last };
}

function hasTicks({ count }: Bars, { from, to }: VisibleRange): boolean {
  for (let index = from; index <= to; index += 1) if (count[index]) return true;
  return false;
}

/**
 * Returns the day of a date input value, from its beginning to that of the next one: not always 24 hours, nor from midnight
 * if clocks change then. Undefined if there is no such day, or if it is not after 1970-01-01.
 */
export function daySpan(date: string, zone: TimeZone): TimeSpan | undefined {
  const [year = Number.NaN, month = 1, day = 1] = date.split('-').map(Number);
  const startOf = (dayOfMonth: number) =>
    (zone === 'utc'
      ? Date.UTC(year, month - 1, dayOfMonth)
      : new Date(year, month - 1, dayOfMonth).getTime()) / 1000;
  const [from, to] = [startOf(day), startOf(day + 1)];
  return from > 0 && from < to ? { from, to } : undefined;
}
