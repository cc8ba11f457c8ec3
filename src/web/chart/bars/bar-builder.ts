import { type TickColumns, TickStore } from '#web/chart/ticks/tick-store.ts';
import type { BarOptions, BarRequest, BarResult, TickResult } from './bar-messages.ts';
import type { Bars } from './bars.ts';
import { buildBars } from './bucketing.ts';
import { extremeIndices, groupSize, MAX_BARS, selectBars, selectValues } from './downsampling.ts';
import { automaticInterval, type BarInterval, fittingInterval } from './intervals.ts';
import { movingAverage } from './moving-averages.ts';

/** Holds a market's ticks and makes bars of them. */
export class BarBuilder {
  #store = new TickStore();

  /** Undefined where nothing was asked. */
  take(question: BarRequest): BarResult | TickResult | undefined {
    if (question.kind === 'show') return this.#show(question);
    if (question.kind === 'find') return { id: question.id, found: this.#store.within(question) };
    if (question.kind === 'add') this.#store.add(question.ticks);
    else this.#store = new TickStore();
    return undefined;
  }

  #show({ id, ...drawing }: BarRequest & { kind: 'show' }): BarResult {
    const started = performance.now();
    const { columns } = this.#store;
    const stretch = stretchOf(columns, drawing);
    const interval = intervalFor(drawing, stretch);
    const bars = buildBars(columns, { ...drawing.bucketing, interval });
    const lines = drawing.averages.map((average) => movingAverage(bars.close, average));
    const group = groupSize(barsWithin(bars, stretch));
    const drawn = group > 1 ? thinned(bars, lines, group) : { bars, averages: lines };
    const took = performance.now() - started;
    return { id, asked: drawing.bucketing.interval, interval, group, ...drawn, ticks: columns.length, took };
  }
}

/** Of the range that is asked for, in milliseconds. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly ticks: number;
}

/** A range up to now begins at its first tick: before it there is nothing to make room for. */
function stretchOf({ time, length }: TickColumns, { seconds, until }: BarOptions): Stretch {
  const to = until === undefined ? (time[length - 1] ?? 0) : until * 1000;
  const from = to - seconds * 1000;
  let end = length;
  while (until !== undefined && end > 0 && (time[end - 1] ?? 0) >= to) end -= 1;
  let first = end;
  while (first > 0 && (time[first - 1] ?? 0) >= from) first -= 1;
  return { from: until === undefined ? (time[first] ?? to) : from, to, ticks: end - first };
}

function intervalFor(
  { bucketing, isJoined, isThinned }: BarOptions,
  { from, to, ticks }: Stretch,
): BarInterval {
  const { interval } = bucketing;
  const seconds = (to - from) / 1000;
  if (interval === 'auto') return automaticInterval(seconds, ticks, isJoined);
  return isThinned || interval === 'tick' ? interval : fittingInterval(interval, seconds, MAX_BARS);
}

function barsWithin({ time, length }: Bars, { from, to }: Stretch): number {
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    const millisecond = (time[place] ?? 0) * 1000;
    if (millisecond >= from && millisecond <= to) count += 1;
  }
  return count;
}

function thinned(bars: Bars, lines: readonly Float64Array[], group: number) {
  const places = extremeIndices(bars, group);
  return { bars: selectBars(bars, places), averages: lines.map((line) => selectValues(line, places)) };
}
