import type { TickColumns } from '#web/chart/ticks/tick-store.ts';
import type { Quote } from '#web/chart/ticks/ticks.ts';
import { type Bars, createBars } from './bars.ts';
import { type BarInterval, barStart, intervalSeconds } from './intervals.ts';

/** What stands where nobody traded: nothing, or the last close. */
export type EmptyBarMode = 'gap' | 'carry';

export interface Bucketing {
  readonly quote: Quote;
  readonly interval: BarInterval;
  readonly empty: EmptyBarMode;
}

/** A market silent for years would fill the memory at one second a bar: longer holes are drawn shorter. */
const LONGEST_HOLE = 5_000;
const MOST_EMPTY_BARS = 500_000;

/** Bars of the ticks whose price is known: first, highest, lowest, last and number. */
export function buildBars(ticks: TickColumns, { quote, interval, empty }: Bucketing): Bars {
  const prices = ticks.prices[quote];
  if (interval === 'tick') return eachTick(ticks, prices);
  const filled = filledBars(ticks, prices, intervalSeconds[interval]);
  return withEmptyBars(filled, intervalSeconds[interval], empty);
}

function filledBars(ticks: TickColumns, prices: Float64Array, seconds: number): Bars {
  const bars = createBars(ticks.length);
  let last = -1;
  for (let index = 0; index < ticks.length; index += 1) {
    const price = prices[index] ?? Number.NaN;
    if (Number.isNaN(price)) continue;
    const start = barStart((ticks.time[index] ?? 0) / 1000, seconds);
    if (last < 0 || bars.time[last] !== start) {
      last += 1;
      startBar(bars, last, start, price);
    } else addToBar(bars, last, price);
  }
  return cut(bars, last + 1);
}

// The time axis wants every bar at a time of its own: ticks of the same moment stand a thousandth of a second apart.
function eachTick(ticks: TickColumns, prices: Float64Array): Bars {
  const bars = createBars(ticks.length);
  let length = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < ticks.length; index += 1) {
    const price = prices[index] ?? Number.NaN;
    if (Number.isNaN(price)) continue;
    const millisecond = Math.max(ticks.time[index] ?? 0, before + 1);
    startBar(bars, length, millisecond / 1000, price);
    before = millisecond;
    length += 1;
  }
  return cut(bars, length);
}

function startBar(bars: Bars, place: number, time: number, price: number): void {
  bars.time[place] = time;
  bars.open[place] = price;
  bars.high[place] = price;
  bars.low[place] = price;
  bars.close[place] = price;
  bars.count[place] = 1;
}

function addToBar(bars: Bars, place: number, price: number): void {
  bars.high[place] = Math.max(bars.high[place] ?? price, price);
  bars.low[place] = Math.min(bars.low[place] ?? price, price);
  bars.close[place] = price;
  bars.count[place] = (bars.count[place] ?? 0) + 1;
}

function cut(bars: Bars, length: number): Bars {
  return {
    length,
    time: bars.time.subarray(0, length),
    open: bars.open.subarray(0, length),
    high: bars.high.subarray(0, length),
    low: bars.low.subarray(0, length),
    close: bars.close.subarray(0, length),
    count: bars.count.subarray(0, length),
  };
}

/** The time axis has no lengths of its own: bars in which nobody traded must be there to take their room. */
function withEmptyBars(filled: Bars, seconds: number, empty: EmptyBarMode): Bars {
  const longest = Math.min(LONGEST_HOLE, Math.ceil(MOST_EMPTY_BARS / Math.max(filled.length, 1)));
  const holes = Array.from(filled.time, (time, index) =>
    index === 0 ? 0 : Math.min(Math.round((time - (filled.time[index - 1] ?? time)) / seconds) - 1, longest),
  );
  const bars = createBars(filled.length + holes.reduce((sum, hole) => sum + hole, 0));
  let place = 0;
  for (let index = 0; index < filled.length; index += 1) {
    const close = filled.close[index - 1] ?? Number.NaN;
    for (let step = 1; step <= (holes[index] ?? 0); step += 1) {
      startBar(
        bars,
        place,
        (filled.time[index - 1] ?? 0) + step * seconds,
        empty === 'carry' ? close : Number.NaN,
      );
      bars.count[place] = 0;
      place += 1;
    }
    copyBar(filled, index, bars, place);
    place += 1;
  }
  return bars;
}

function copyBar(from: Bars, index: number, to: Bars, place: number): void {
  to.time[place] = from.time[index] ?? 0;
  to.open[place] = from.open[index] ?? Number.NaN;
  to.high[place] = from.high[index] ?? Number.NaN;
  to.low[place] = from.low[index] ?? Number.NaN;
  to.close[place] = from.close[index] ?? Number.NaN;
  to.count[place] = from.count[index] ?? 0;
}
