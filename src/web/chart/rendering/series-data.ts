import type { CandlestickData, HistogramData, LineData, WhitespaceData } from 'lightweight-charts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import { type Bars, barColumns, closeBefore } from '#web/chart/bars/bars.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';

type Point<Data> = Data | WhitespaceData<number>;

/** Returns data for the bars of a window. Those without any keep their time. */
export function toPoints<Data>(
  bars: Bars,
  { from, to }: BarWindow,
  read: (index: number, time: number) => Data | undefined,
) {
  const points: Point<Data>[] = [];
  for (let index = from; index < to; index += 1) {
    const time = bars.time[index] ?? 0;
    points.push(read(index, time) ?? { time });
  }
  return points;
}

/** Returns data for candle and bar series, with prices multiplied by `factor`, in the colors of the bars' directions. */
export function ohlcPoints(
  bars: Bars,
  window: BarWindow,
  factor: number,
  colors: (isIncomplete: boolean) => DirectionColors,
): Point<CandlestickData<number>>[] {
  const colorOf = barColors(bars, colors);
  return toPoints(bars, window, (index, time) => {
    const price = (column: Float64Array) => (column[index] ?? Number.NaN) * factor;
    const open = price(bars.open);
    if (Number.isNaN(open)) return undefined;
    const color = colorOf(index);
    return {
      time,
      open,
      high: price(bars.high),
      low: price(bars.low),
      close: price(bars.close),
      // The series takes a candle that ends at its start for a rising one.
      ...((bars.incomplete[index] || open === price(bars.close)) && { color, wickColor: color }),
    };
  });
}

/** Returns data for candles of single swaps: each goes from the previous price to its own. */
export function tickPoints(bars: Bars, window: BarWindow, factor: number): Point<CandlestickData<number>>[] {
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
): Point<LineData<number>>[] {
  return toPoints(bars, window, (index, time) => {
    const value = column[index] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : { time, value: value * factor };
  });
}

/** Colors by the direction of a bar. */
export interface DirectionColors {
  readonly up: string;
  readonly down: string;
}

/** Returns the color of a bar: of its direction or, if it ends at its start, of that since the bar before. */
function barColors(bars: Bars, colors: (isIncomplete: boolean) => DirectionColors) {
  const [complete, incomplete] = [colors(false), colors(true)];
  return (index: number) => {
    const { up, down } = bars.incomplete[index] ? incomplete : complete;
    const [open = 0, close = 0] = [bars.open[index], bars.close[index]];
    return close < (open === close ? closeBefore(bars, index) : open) ? down : up;
  };
}

/**
 * Returns volumes or counts as data for a histogram in the colors of the bars' directions. The highest value of the window
 * is 1: the charting library does not support arbitrarily large ones.
 */
export function activityPoints(
  bars: Bars,
  window: BarWindow,
  column: Float64Array,
  colors: (isIncomplete: boolean) => DirectionColors,
): Point<HistogramData<number>>[] {
  const max = column.subarray(window.from, window.to).reduce((a, b) => Math.max(a, b || 0), 0);
  const colorOf = barColors(bars, colors);
  return toPoints(bars, window, (index, time) => {
    const value = column[index] ?? Number.NaN;
    if (!(value > 0)) return undefined;
    return { time, value: value / max, color: colorOf(index) };
  });
}

/** The data that the charting library was given. */
export interface RenderedBars {
  readonly result: BarResult;
  readonly overlays: OverlayColumns;
  readonly window: BarWindow;
}

/** Whether both render the same. Older bars outside the window may have been added, which shifts its indices. */
export function isSameRendering(a: RenderedBars, b: RenderedBars): boolean {
  if (a.overlays !== b.overlays && a.overlays.lines.length + b.overlays.lines.length > 0) return false;
  if (a.result.interval !== b.result.interval) return false;
  const [columns, otherColumns] = [columnsOf(a.result), columnsOf(b.result)];
  return (
    columns.length === otherColumns.length &&
    columns.every((column, index) => {
      const other = otherColumns[index];
      return other !== undefined && isSameWithin(column, a.window, other, b.window);
    })
  );
}

/** Whether the same number of bars covers the same time in both. */
export function hasSameBarLength(a: BarResult, b: BarResult): boolean {
  return a.interval === b.interval && a.groupSize === b.groupSize;
}

function columnsOf({ bars, averages, indicators }: BarResult): readonly Float64Array[] {
  return [...barColumns.map((name) => bars[name]), ...averages, ...indicators.flat()];
}

function isSameWithin(
  column: Float64Array,
  { from, to }: BarWindow,
  other: Float64Array,
  otherWindow: BarWindow,
): boolean {
  if (to - from !== otherWindow.to - otherWindow.from) return false;
  if (column === other && from === otherWindow.from) return true;
  for (let index = from; index < to; index += 1) {
    if (!Object.is(column[index], other[index - from + otherWindow.from])) return false;
  }
  return true;
}

/** The charting library supports axis steps down to 10⁻¹⁴ and prices up to 9·10¹³. */
const MAX_EXPONENT = 12;

/**
 * Returns the power of a thousand to multiply prices by, so that the charting library can render an axis for prices as
 * small as 10⁻¹².
 */
export function priceFactor(bars: Bars, window: BarWindow): number {
  const { lowest, highest } = priceExtremes(bars, window);
  if (highest === 0 || lowest === Number.POSITIVE_INFINITY) return 1;
  const exponent = -Math.floor(Math.log10(lowest) / 3) * 3;
  const maxExponent = Math.floor((MAX_EXPONENT - Math.log10(highest)) / 3) * 3;
  return 10 ** Math.min(Math.max(exponent, 0), maxExponent);
}

/** Returns the lowest price above zero of a window, infinity if there is none, and the highest one, or zero. */
export function priceExtremes({ low, high }: Bars, { from, to }: BarWindow) {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (let index = from; index < to; index += 1) {
    const price = low[index] ?? Number.NaN;
    if (price > 0 && price < lowest) lowest = price;
    highest = Math.max(highest, high[index] || 0);
  }
  return { lowest, highest };
}
