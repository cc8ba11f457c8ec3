import type {
  CandlestickData,
  HistogramData,
  LineData,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';

type Point<Data> = Data | WhitespaceData<UTCTimestamp>;

function toPoints<Data>(
  bars: Bars,
  { from, to }: BarWindow,
  read: (index: number, time: UTCTimestamp) => Data | undefined,
) {
  const points: Point<Data>[] = [];
  for (let index = from; index < to; index += 1) {
    const time = (bars.time[index] ?? 0) as UTCTimestamp;
    points.push(read(index, time) ?? { time });
  }
  return points;
}

/** Returns data for candle and bar series, with prices multiplied by `factor`. */
export function ohlcPoints(
  bars: Bars,
  window: BarWindow,
  factor: number,
): Point<CandlestickData<UTCTimestamp>>[] {
  return toPoints(bars, window, (index, time) => {
    const price = (column: Float64Array) => (column[index] ?? Number.NaN) * factor;
    const open = price(bars.open);
    if (Number.isNaN(open)) return undefined;
    return { time, open, high: price(bars.high), low: price(bars.low), close: price(bars.close) };
  });
}

/** Returns data for candles of single swaps: each goes from the previous price to its own. */
export function tickPoints(
  bars: Bars,
  window: BarWindow,
  factor: number,
): Point<CandlestickData<UTCTimestamp>>[] {
  return toPoints(bars, window, (index, time) => {
    const close = (bars.close[index] ?? Number.NaN) * factor;
    const open = (bars.close[index - 1] ?? bars.close[index] ?? Number.NaN) * factor;
    return { time, open, high: Math.max(open, close), low: Math.min(open, close), close };
  });
}

/** Returns data for line series from a column parallel to the bars, multiplied by `factor`. */
export function linePoints(
  bars: Bars,
  window: BarWindow,
  column: Float64Array,
  factor = 1,
): Point<LineData<UTCTimestamp>>[] {
  return toPoints(bars, window, (index, time) => {
    const value = column[index] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : { time, value: value * factor };
  });
}

/** Returns the number of ticks per bar. */
export function countPoints(bars: Bars, window: BarWindow): Point<HistogramData<UTCTimestamp>>[] {
  return toPoints(bars, window, (index, time) => {
    const value = bars.count[index] ?? 0;
    return value === 0 ? undefined : { time, value };
  });
}
