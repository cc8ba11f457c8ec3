import type {
  CandlestickData,
  HistogramData,
  LineData,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts';
import type { BarWindow } from './bar-window.ts';
import type { Bars } from './bars.ts';

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

/** For candles and bars. */
export function pricePoints(bars: Bars, window: BarWindow): Point<CandlestickData<UTCTimestamp>>[] {
  return each(bars, window, (place, time) => {
    const open = bars.open[place] ?? Number.NaN;
    if (Number.isNaN(open)) return undefined;
    const high = bars.high[place] ?? open;
    return { time, open, high, low: bars.low[place] ?? open, close: bars.close[place] ?? open };
  });
}

/** For lines: any column beside the bars. */
export function linePoints(
  bars: Bars,
  window: BarWindow,
  column: Float64Array,
): Point<LineData<UTCTimestamp>>[] {
  return each(bars, window, (place, time) => {
    const value = column[place] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : { time, value };
  });
}

/** Ticks in each bar. */
export function countPoints(bars: Bars, window: BarWindow): Point<HistogramData<UTCTimestamp>>[] {
  return each(bars, window, (place, time) => {
    const value = bars.count[place] ?? 0;
    return value === 0 ? undefined : { time, value };
  });
}
