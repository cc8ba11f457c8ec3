import { intervalStart } from '#contract/interval-start.ts';
import type { PriceColumns } from '#web/chart/history/history-store.ts';
import {
  type Bars,
  barColumns,
  type ColumnFactors,
  createBars,
  type EmptyBarMode,
  truncateBars,
} from './bars.ts';
import { type BarInterval, intervalSeconds } from './intervals.ts';

export interface Bucketing {
  readonly interval: BarInterval;
  readonly empty: EmptyBarMode;
  /** What columns are multiplied by, for example to convert them to another currency. Default: 1. */
  readonly factors?: ColumnFactors | undefined;
}

/** Limits for empty bars. Longer gaps are shortened: years without a swap would exhaust the memory at one bar per second. */
const MAX_GAP = 5_000;
const MAX_EMPTY_BARS = 500_000;

/** Builds bars of the items whose price is known. */
export function buildBars(columns: PriceColumns, { interval, empty, factors = {} }: Bucketing): Bars {
  if (interval === 'tick') return multiply(tickBars(columns), factors);
  const traded = multiply(tradedBars(columns, intervalSeconds[interval]), factors);
  return addEmptyBars(traded, intervalSeconds[interval], empty);
}

function multiply(bars: Bars, factors: ColumnFactors): Bars {
  for (const name of barColumns) {
    const factor = factors[name] ?? 1;
    if (factor !== 1) bars[name].set(bars[name].map((value) => value * factor));
  }
  return bars;
}

function tradedBars(columns: PriceColumns, seconds: number): Bars {
  const bars = createBars(columns.length);
  let last = -1;
  for (let index = 0; index < columns.length; index += 1) {
    if (Number.isNaN(columns.open[index])) continue;
    const start = intervalStart((columns.time[index] ?? 0) / 1000, seconds);
    if (last < 0 || bars.time[last] !== start) {
      last += 1;
      startBar(bars, last, start, columns, index);
    } else addToBar(bars, last, columns, index);
  }
  return truncateBars(bars, last + 1);
}

/** The time axis needs distinct times: ticks of the same millisecond are moved a millisecond apart. */
function tickBars(columns: PriceColumns): Bars {
  const bars = createBars(columns.length);
  let length = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < columns.length; index += 1) {
    if (Number.isNaN(columns.open[index])) continue;
    const millisecond = Math.max(columns.time[index] ?? 0, previous + 1);
    startBar(bars, length, millisecond / 1000, columns, index);
    previous = millisecond;
    length += 1;
  }
  return truncateBars(bars, length);
}

function startBar(bars: Bars, bar: number, time: number, columns: PriceColumns, index: number): void {
  bars.time[bar] = time;
  bars.open[bar] = columns.open[index] ?? Number.NaN;
  bars.high[bar] = columns.high[index] ?? Number.NaN;
  bars.low[bar] = columns.low[index] ?? Number.NaN;
  bars.close[bar] = columns.close[index] ?? Number.NaN;
  bars.count[bar] = columns.count?.[index] ?? 1;
  bars.volume[bar] = columns.volume?.[index] ?? Number.NaN;
  bars.incomplete[bar] = columns.incomplete?.[index] ?? 0;
}

function addToBar(bars: Bars, bar: number, columns: PriceColumns, index: number): void {
  const high = columns.high[index] ?? Number.NaN;
  const low = columns.low[index] ?? Number.NaN;
  bars.high[bar] = Math.max(bars.high[bar] ?? high, high);
  bars.low[bar] = Math.min(bars.low[bar] ?? low, low);
  bars.close[bar] = columns.close[index] ?? Number.NaN;
  bars.count[bar] = (bars.count[bar] ?? 0) + (columns.count?.[index] ?? 1);
  bars.volume[bar] = (bars.volume[bar] ?? 0) + (columns.volume?.[index] ?? Number.NaN);
  bars.incomplete[bar] = Math.max(bars.incomplete[bar] ?? 0, columns.incomplete?.[index] ?? 0);
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
    const before = traded.close[index - 1] ?? Number.NaN;
    const price = empty === 'gap' ? Number.NaN : before;
    for (let step = 1; step <= (gaps[index] ?? 0); step += 1) {
      bars.time[target] = (traded.time[index - 1] ?? 0) + step * seconds;
      for (const name of ['open', 'high', 'low', 'close'] as const) bars[name][target] = price;
      target += 1;
    }
    for (const name of barColumns) bars[name][target] = traded[name][index] ?? Number.NaN;
    if (empty === 'connect' && index > 0) {
      bars.open[target] = before;
      bars.high[target] = Math.max(bars.high[target] ?? before, before);
      bars.low[target] = Math.min(bars.low[target] ?? before, before);
    }
    target += 1;
  }
  return bars;
}
