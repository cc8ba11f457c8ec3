import { intervalStart } from '#contract/interval-start.ts';
import type { TickColumns } from '#web/chart/ticks/tick-store.ts';
import type { PriceUnit } from '#web/money/price-unit.ts';
import { type Bars, createBars } from './bars.ts';
import { type BarInterval, intervalSeconds } from './intervals.ts';

/** How bars without ticks are shown: as a gap, or with the last close. */
export type EmptyBarMode = 'gap' | 'carry';

export interface Bucketing {
  readonly quote: PriceUnit;
  readonly interval: BarInterval;
  readonly empty: EmptyBarMode;
  /** Multiplies every price, to convert it to another currency. Default: 1. */
  readonly factor?: number | undefined;
}

/** Limits for empty bars. Longer gaps are shortened: years without a swap would exhaust the memory at one bar per second. */
const MAX_GAP = 5_000;
const MAX_EMPTY_BARS = 500_000;

/** Builds open, high, low, close and count from the ticks whose price is known. */
export function buildBars(ticks: TickColumns, { quote, interval, empty, factor }: Bucketing): Bars {
  const quoted = ticks.prices[quote];
  const prices = factor === undefined ? quoted : quoted.map((price) => price * factor);
  if (interval === 'tick') return tickBars(ticks, prices);
  const traded = tradedBars(ticks, prices, intervalSeconds[interval]);
  return addEmptyBars(traded, intervalSeconds[interval], empty);
}

function tradedBars(ticks: TickColumns, prices: Float64Array, seconds: number): Bars {
  const bars = createBars(ticks.length);
  let last = -1;
  for (let index = 0; index < ticks.length; index += 1) {
    const price = prices[index] ?? Number.NaN;
    if (Number.isNaN(price)) continue;
    const start = intervalStart((ticks.time[index] ?? 0) / 1000, seconds);
    if (last < 0 || bars.time[last] !== start) {
      last += 1;
      startBar(bars, last, start, price);
    } else addToBar(bars, last, price);
  }
  return truncate(bars, last + 1);
}

/** The time axis needs distinct times: ticks of the same millisecond are moved a millisecond apart. */
function tickBars(ticks: TickColumns, prices: Float64Array): Bars {
  const bars = createBars(ticks.length);
  let length = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < ticks.length; index += 1) {
    const price = prices[index] ?? Number.NaN;
    if (Number.isNaN(price)) continue;
    const millisecond = Math.max(ticks.time[index] ?? 0, previous + 1);
    startBar(bars, length, millisecond / 1000, price);
    previous = millisecond;
    length += 1;
  }
  return truncate(bars, length);
}

function startBar(bars: Bars, index: number, time: number, price: number): void {
  bars.time[index] = time;
  bars.open[index] = price;
  bars.high[index] = price;
  bars.low[index] = price;
  bars.close[index] = price;
  bars.count[index] = 1;
}

function addToBar(bars: Bars, index: number, price: number): void {
  bars.high[index] = Math.max(bars.high[index] ?? price, price);
  bars.low[index] = Math.min(bars.low[index] ?? price, price);
  bars.close[index] = price;
  bars.count[index] = (bars.count[index] ?? 0) + 1;
}

function truncate(bars: Bars, length: number): Bars {
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

/** The time axis is ordinal: empty bars are needed for time without ticks to take up space. */
function addEmptyBars(traded: Bars, seconds: number, empty: EmptyBarMode): Bars {
  const maxGap = Math.min(MAX_GAP, Math.ceil(MAX_EMPTY_BARS / Math.max(traded.length, 1)));
  const gaps = Array.from(traded.time, (time, index) =>
    index === 0 ? 0 : Math.min(Math.round((time - (traded.time[index - 1] ?? time)) / seconds) - 1, maxGap),
  );
  const bars = createBars(traded.length + gaps.reduce((sum, gap) => sum + gap, 0));
  let target = 0;
  for (let index = 0; index < traded.length; index += 1) {
    const close = traded.close[index - 1] ?? Number.NaN;
    for (let step = 1; step <= (gaps[index] ?? 0); step += 1) {
      startBar(
        bars,
        target,
        (traded.time[index - 1] ?? 0) + step * seconds,
        empty === 'carry' ? close : Number.NaN,
      );
      bars.count[target] = 0;
      target += 1;
    }
    copyBar(traded, index, bars, target);
    target += 1;
  }
  return bars;
}

function copyBar(from: Bars, index: number, to: Bars, target: number): void {
  to.time[target] = from.time[index] ?? 0;
  to.open[target] = from.open[index] ?? Number.NaN;
  to.high[target] = from.high[index] ?? Number.NaN;
  to.low[target] = from.low[index] ?? Number.NaN;
  to.close[target] = from.close[index] ?? Number.NaN;
  to.count[target] = from.count[index] ?? 0;
}
