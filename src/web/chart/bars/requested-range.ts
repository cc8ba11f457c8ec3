import { type ChartView, rangeSeconds, type TimeSpan } from '#web/chart/chart-view.ts';
import type { SessionState } from '#web/chart/session-state.ts';
import type { BarResult } from './bar-messages.ts';
import { indexAt, positionAt } from './bar-window.ts';
import type { Bars } from './bars.ts';
import { intervalSeconds } from './intervals.ts';
import type { VisibleRange } from './visible-range.ts';

type Shown = Pick<SessionState, 'answer' | 'asked' | 'feed' | 'seen'>;

/** Times of bars have thousandths of a second. */
const BEFORE = 1e-4;

/** Where a stretch is among bars, and beyond them; ticks by themselves have no length that would lead beyond. */
export function visibleRangeOf({ bars, interval, group }: BarResult, { from, to }: TimeSpan): VisibleRange {
  if (interval === 'tick' || group > 1) return { from: indexAt(bars, from), to: indexAt(bars, to) };
  const step = intervalSeconds[interval];
  return { from: positionAt(bars, from, step), to: positionAt(bars, to, step) };
}

/** Of the bars in sight those of the range that was asked for: where the reader did not move, no others are meant. */
export function requestedBars({ answer, asked, feed, seen }: Shown): VisibleRange | undefined {
  if (!answer || !seen || asked === undefined) return seen;
  const { from, to } = barsWithin(answer, spanOf(asked, feed.newest));
  return { from: Math.max(from, seen.from), to: Math.min(to, seen.to) };
}

/** Why there is nothing to see; empty where there is something, or it may come. */
export function emptyText({ answer, asked, feed }: Shown): string {
  const { isLoading, isComplete, newest, fault } = feed;
  if (isLoading || fault) return '';
  if (typeof asked !== 'object')
    return isComplete && newest === undefined ? 'No tick yet: nobody has traded here, or only dust.' : '';
  const isMissing = answer ? !hasTicks(answer.bars, barsWithin(answer, asked)) : newest === undefined;
  return isMissing ? 'No ticks in this stretch.' : '';
}

/** A range without an end goes up to the newest tick, whose time is in milliseconds. */
function spanOf(range: ChartView['range'], newest: number | undefined): TimeSpan {
  if (typeof range === 'object') return range;
  return { from: (newest ?? 0) / 1000 - rangeSeconds(range), to: Number.POSITIVE_INFINITY };
}

/** The bars that begin within a stretch; where none of them has ticks, those that reach into it as well. */
function barsWithin({ bars, interval }: BarResult, { from, to }: TimeSpan): VisibleRange {
  const last = indexAt(bars, to - BEFORE);
  const begun = { from: indexAt(bars, from - BEFORE) + 1, to: last };
  if (interval === 'tick' || hasTicks(bars, begun)) return begun;
  return { from: indexAt(bars, from - intervalSeconds[interval]) + 1, to: last };
}

function hasTicks({ count }: Bars, { from, to }: VisibleRange): boolean {
  for (let place = from; place <= to; place += 1) if (count[place]) return true;
  return false;
}
