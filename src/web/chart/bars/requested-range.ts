import type { SessionState } from '#web/chart/chart-session.ts';
import { type ChartView, type Span, secondsOf } from '#web/chart/chart-view.ts';
import type { SeenBars } from '#web/chart/drawing/price-chart.ts';
import type { BarAnswer } from './bar-messages.ts';
import { placeAt, placeOf } from './bar-window.ts';
import type { Bars } from './bars.ts';
import { intervalSeconds } from './intervals.ts';

type Shown = Pick<SessionState, 'answer' | 'asked' | 'feed' | 'seen'>;

/** Times of bars have thousandths of a second. */
const BEFORE = 1e-4;

/** Where a stretch is among bars, and beyond them; ticks by themselves have no length that would lead beyond. */
export function placesOf({ bars, interval, group }: BarAnswer, { from, to }: Span): SeenBars {
  if (interval === 'tick' || group > 1) return { from: placeAt(bars, from), to: placeAt(bars, to) };
  const step = intervalSeconds[interval];
  return { from: placeOf(bars, from, step), to: placeOf(bars, to, step) };
}

/** Of the bars in sight those of the range that was asked for: where the reader did not move, no others are meant. */
export function shownBars({ answer, asked, feed, seen }: Shown): SeenBars | undefined {
  if (!answer || !seen || asked === undefined) return seen;
  const { from, to } = barsWithin(answer, spanOf(asked, feed.newest));
  return { from: Math.max(from, seen.from), to: Math.min(to, seen.to) };
}

/** Why there is nothing to see; empty where there is something, or it may come. */
export function missingText({ answer, asked, feed }: Shown): string {
  const { isLoading, isComplete, newest, fault } = feed;
  if (isLoading || fault) return '';
  if (typeof asked !== 'object')
    return isComplete && newest === undefined ? 'No tick yet: nobody has traded here, or only dust.' : '';
  const isMissing = answer ? !hasTicks(answer.bars, barsWithin(answer, asked)) : newest === undefined;
  return isMissing ? 'No ticks in this stretch.' : '';
}

/** A range without an end goes up to the newest tick, whose time is in milliseconds. */
function spanOf(range: ChartView['range'], newest: number | undefined): Span {
  if (typeof range === 'object') return range;
  return { from: (newest ?? 0) / 1000 - secondsOf(range), to: Number.POSITIVE_INFINITY };
}

/** The bars that begin within a stretch; where none of them has ticks, those that reach into it as well. */
function barsWithin({ bars, interval }: BarAnswer, { from, to }: Span): SeenBars {
  const last = placeAt(bars, to - BEFORE);
  const begun = { from: placeAt(bars, from - BEFORE) + 1, to: last };
  if (interval === 'tick' || hasTicks(bars, begun)) return begun;
  return { from: placeAt(bars, from - intervalSeconds[interval]) + 1, to: last };
}

function hasTicks({ count }: Bars, { from, to }: SeenBars): boolean {
  for (let place = from; place <= to; place += 1) if (count[place]) return true;
  return false;
}
