import { CandleStore, type PriceColumns, TickStore } from '#web/chart/history/history-store.ts';
import type { BarOptions, BarRequest, BarResult, TickResult } from './bar-messages.ts';
import { type Bars, extremeIndices, groupSizeFor, MAX_BARS, selectBars, selectValues } from './bars.ts';
import { buildBars } from './bucketing.ts';
import { automaticInterval, type BarInterval, fittingInterval } from './intervals.ts';
import { movingAverage } from './moving-averages.ts';

/** Maximum number of ticks in a range whose automatic line shows each of them. */
const MAX_TICK_POINTS = 300;

/** Stores a market's ticks or candles, and builds bars from them. */
export class BarBuilder {
  #ticks = new TickStore();
  #candles = new CandleStore();

  /** Resolves with the result of a request, undefined for requests that have none. */
  async handle(request: BarRequest): Promise<BarResult | TickResult | undefined> {
    switch (request.kind) {
      case 'build':
        return this.#build(request);
      case 'findTicks':
        return { id: request.id, ticks: this.#ticks.ticksWithin(request) };
      case 'addTicks':
        this.#ticks.add(request.ticks);
        return undefined;
      case 'addCandles':
        this.#candles.add(request.candles);
        return undefined;
      case 'clear':
        this.#ticks = new TickStore();
        this.#candles = new CandleStore();
        return undefined;
    }
  }

  async #build({ id, ...options }: BarRequest & { kind: 'build' }): Promise<BarResult> {
    const { indicators: shown = [], isComplete = false } = options;
    const indicatorColumns = shown.length > 0 ? await loadIndicators() : undefined;
    const start = performance.now();
    const { quote, candleInterval } = options;
    const prices = (candleInterval ? this.#candles : this.#ticks).columns(quote);
    const range = rangeOf(prices, options);
    const interval = candleInterval ?? intervalFor(options, range);
    const bars = buildBars(prices, { ...options.bucketing, interval });
    const averages = options.averages.map((average) => movingAverage(bars.close, average));
    const indicators = indicatorColumns
      ? shown.map((indicator) => indicatorColumns(bars, indicator, { interval, isComplete }))
      : [];
    const columns = { averages, indicators };
    const groupSize = groupSizeFor(countWithin(bars, range));
    return {
      id,
      requestedInterval: options.bucketing.interval,
      interval,
      groupSize,
      ...(groupSize > 1 ? downsample(bars, columns, groupSize) : { bars, ...columns }),
      hasVolumes: candleInterval !== undefined,
      swapCount: bars.count.reduce((sum, count) => sum + count, 0),
      durationMs: performance.now() - start,
    };
  }
}

/** The requested range, in milliseconds, and the number of ticks in it. */
interface RequestedRange {
  readonly from: number;
  readonly to: number;
  readonly tickCount: number;
}

/** A range that ends now starts at the first of all ticks: there is nothing to show before it. */
function rangeOf({ time, length }: PriceColumns, { rangeSeconds, rangeEnd }: BarOptions): RequestedRange {
  const to = rangeEnd === undefined ? (time[length - 1] ?? 0) : rangeEnd * 1000;
  const from = to - rangeSeconds * 1000;
  let end = length;
  while (rangeEnd !== undefined && end > 0 && (time[end - 1] ?? 0) >= to) end -= 1;
  let first = end;
  while (first > 0 && (time[first - 1] ?? 0) >= from) first -= 1;
  return { from: rangeEnd === undefined && first === 0 ? (time[0] ?? to) : from, to, tickCount: end - first };
}

function intervalFor(
  { bucketing, isLine, isDownsampled }: BarOptions,
  { from, to, tickCount }: RequestedRange,
): BarInterval {
  const { interval } = bucketing;
  const seconds = (to - from) / 1000;
  if (interval === 'auto')
    return isLine && tickCount <= MAX_TICK_POINTS ? 'tick' : automaticInterval(seconds, isLine);
  return isDownsampled || interval === 'tick' ? interval : fittingInterval(interval, seconds, MAX_BARS);
}

function countWithin({ time, length }: Bars, { from, to }: RequestedRange): number {
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    const millisecond = (time[index] ?? 0) * 1000;
    if (millisecond >= from && millisecond <= to) count += 1;
  }
  return count;
}

/** Charts without indicators do not need the code. After an error, the next build tries again. */
async function loadIndicators() {
  try {
    return (await import('./indicator-columns.ts')).indicatorColumns;
  } catch {
    return undefined;
  }
}

function downsample(
  bars: Bars,
  { averages, indicators }: Pick<BarResult, 'averages' | 'indicators'>,
  groupSize: number,
) {
  const indices = extremeIndices(bars, groupSize);
  const select = (column: Float64Array) => selectValues(column, indices);
  return {
    bars: selectBars(bars, indices),
    averages: averages.map(select),
    indicators: indicators.map((columns) => columns.map(select)),
  };
}
