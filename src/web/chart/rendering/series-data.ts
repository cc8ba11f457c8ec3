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

function each<Data>(
  bars: Bars,
  { from, to }: BarWindow,
  read: (place: number, time: UTCTimestamp) => Data | undefined,
) {
  const points: Point<Data>[] = [];
  for (let place = from; place < to; place += 1) {
    const time = (bars.time[place] ?? 0) as UTCTimestamp;
    points.push(read(place, time) ?? { time });
  }
  return points;
}

/** For candles and bars; all prices times a factor. */
export function pricePoints(
  bars: Bars,
  window: BarWindow,
  factor: number,
): Point<CandlestickData<UTCTimestamp>>[] {
  return each(bars, window, (place, time) => {
    const price = (column: Float64Array) => (column[place] ?? Number.NaN) * factor;
    const open = price(bars.open);
    if (Number.isNaN(open)) return undefined;
    return { time, open, high: price(bars.high), low: price(bars.low), close: price(bars.close) };
  });
}

/** For lines: any column beside the bars, times a factor. */
export function linePoints(
  bars: Bars,
  window: BarWindow,
  column: Float64Array,
  factor = 1,
): Point<LineData<UTCTimestamp>>[] {
  return each(bars, window, (place, time) => {
    const value = column[place] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : { time, value: value * factor };
  });
}

/** Ticks in each bar. */
export function countPoints(bars: Bars, window: BarWindow): Point<HistogramData<UTCTimestamp>>[] {
  return each(bars, window, (place, time) => {
    const value = bars.count[place] ?? 0;
    return value === 0 ? undefined : { time, value };
  });
}
