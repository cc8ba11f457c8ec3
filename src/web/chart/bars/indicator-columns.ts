import type { Bars } from './bars.ts';
import type { Indicator, IndicatorKind } from './indicators.ts';
import { type BarInterval, intervalSeconds, isDaily } from './intervals.ts';
import { exponentialAverage } from './moving-averages.ts';

interface Context {
  readonly interval: BarInterval;
  /** Whether there are no swaps before the first bar. */
  readonly isComplete: boolean;
}

type Calculation = (bars: Bars, parameters: readonly number[], context: Context) => Float64Array[];

const calculations: Readonly<Record<IndicatorKind, Calculation>> = {
  vwap: volumeWeightedPrice,
  bb: bollingerBands,
  rsi: relativeStrength,
  macd: averageConvergence,
  atr: averageTrueRange,
};

/**
 * Returns the columns of an indicator's lines, parallel to the bars, with the conventions of TradingView. NaN until there
 * are enough bars. Empty bars are skipped and have no values.
 */
export function indicatorColumns(
  bars: Bars,
  { kind, parameters }: Indicator,
  context: Context,
): Float64Array[] {
  return calculations[kind](bars, parameters, context);
}

function emptyColumn({ length }: Bars): Float64Array {
  return new Float64Array(length).fill(Number.NaN);
}

/** Calls `visit` with the index of each bar that has prices, and the close before it, which is NaN for the first. */
function forEachBar({ close }: Bars, visit: (index: number, close: number, previous: number) => void): void {
  let previous = Number.NaN;
  close.forEach((price, index) => {
    if (Number.isNaN(price)) return;
    visit(index, price, previous);
    previous = price;
  });
}

/**
 * Volume-weighted average price since the start of the UTC day. Undefined for candles of a day and longer, and for a first
 * day of which swaps may be missing. Volumes are in the unit of the prices: they are divided by the typical price.
 */
function volumeWeightedPrice(bars: Bars, _: readonly number[], context: Context): Float64Array[] {
  const column = emptyColumn(bars);
  const { interval, isComplete } = context;
  if (interval === 'tick' || isDaily(interval)) return [column];
  const day = intervalSeconds['1d'];
  const first = bars.time[0] ?? 0;
  const start = isComplete ? first : Math.ceil(first / day) * day;
  let [currentDay, volume, amount] = [Number.NaN, 0, 0];
  forEachBar(bars, (index, close) => {
    const time = bars.time[index] ?? 0;
    if (time < start) return;
    if (Math.floor(time / day) !== currentDay) [currentDay, volume, amount] = [Math.floor(time / day), 0, 0];
    const added = bars.volume[index] ?? Number.NaN;
    const typical = ((bars.high[index] ?? close) + (bars.low[index] ?? close) + close) / 3;
    if (added > 0 && typical > 0) {
      volume += added;
      amount += added / typical;
    }
    column[index] = volume / amount;
  });
  return [column];
}

/** Simple average, and bands at a multiple of the population's standard deviation above and below it. */
function bollingerBands(bars: Bars, [length = 0, deviations = 0]: readonly number[]): Float64Array[] {
  const [middle, upper, lower] = [emptyColumn(bars), emptyColumn(bars), emptyColumn(bars)];
  const window = new Float64Array(length);
  let count = 0;
  forEachBar(bars, (index, close) => {
    window[count % length] = close;
    count += 1;
    if (count < length) return;
    const mean = window.reduce((sum, value) => sum + value / length, 0);
    const variance = window.reduce((sum, value) => sum + (value - mean) ** 2 / length, 0);
    const distance = Math.sqrt(variance) * deviations;
    middle[index] = mean;
    upper[index] = mean + distance;
    lower[index] = mean - distance;
  });
  return [middle, upper, lower];
}

/** Relative strength index by Wilder. 100 without losses. */
function relativeStrength(bars: Bars, [length = 0]: readonly number[]): Float64Array[] {
  const [gains, losses] = [emptyColumn(bars), emptyColumn(bars)];
  forEachBar(bars, (index, close, previous) => {
    gains[index] = Math.max(close - previous, 0);
    losses[index] = Math.max(previous - close, 0);
  });
  const averageLosses = wilderAverage(losses, length);
  return [
    wilderAverage(gains, length).map((gain, index) => {
      const loss = averageLosses[index] ?? Number.NaN;
      return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss);
    }),
  ];
}

/** Moving average convergence/divergence: histogram, difference of two averages, and its signal line. */
function averageConvergence(
  { close }: Bars,
  [fast = 0, slow = 0, signal = 0]: readonly number[],
): Float64Array[] {
  const slowAverage = exponentialAverage(close, slow);
  const difference = subtract(exponentialAverage(close, fast), slowAverage);
  const signalLine = exponentialAverage(difference, signal);
  return [subtract(difference, signalLine), difference, signalLine];
}

/** Average true range by Wilder. That of the first bar is from low to high. */
function averageTrueRange(bars: Bars, [length = 0]: readonly number[]): Float64Array[] {
  const ranges = emptyColumn(bars);
  forEachBar(bars, (index, close, previous) => {
    const [high, low] = [bars.high[index] ?? close, bars.low[index] ?? close];
    ranges[index] = Number.isNaN(previous) ? high - low : Math.max(high, previous) - Math.min(low, previous);
  });
  return [wilderAverage(ranges, length)];
}

function wilderAverage(values: Float64Array, length: number): Float64Array {
  return exponentialAverage(values, length, 1 / length);
}

function subtract(minuend: Float64Array, subtrahend: Float64Array): Float64Array {
  return minuend.map((value, index) => value - (subtrahend[index] ?? Number.NaN));
}
