import {
  type CustomSeriesOptions,
  customSeriesDefaultOptions,
  type IChartApiBase,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type ISeriesApi,
  LineSeries,
  type LineSeriesPartialOptions,
  LineStyle,
  type LineWidth,
  type PaneRendererCustomData,
  type SeriesType,
} from 'lightweight-charts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';
import type { ChartScale } from './chart-appearance.ts';
import { linePoints, toPoints } from './series-data.ts';

/** Options of lines that have neither a label on the axis nor a marker. */
export const PLAIN_LINE = {
  lineWidth: 1,
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerVisible: false,
} as const;

/** A line that is calculated from prices. */
export interface CalculatedLine {
  readonly series: ISeriesApi<SeriesType, number>;
  /** `column` is parallel to the bars. Rendered prices are `factor` times the real ones. */
  readonly setData: (bars: Bars, window: BarWindow, column: Float64Array | undefined, factor: number) => void;
}

/** Returns a line that renders the points of a column by a series. */
export function calculatedLine<Point>(
  series: ISeriesApi<SeriesType, number> & { setData(points: Point[]): void },
  toPoints: (bars: Bars, window: BarWindow, column: Float64Array, factor: number) => Point[],
): CalculatedLine {
  return {
    series,
    setData: (bars, window, column, factor) =>
      series.setData(column ? toPoints(bars, window, column, factor) : []),
  };
}

/** Adds a line among the prices, such as a moving average. */
export function addLineOnPrices(
  chart: IChartApiBase<number>,
  scale: ChartScale,
  options: LineSeriesPartialOptions,
): CalculatedLine {
  const all = { ...PLAIN_LINE, ...options };
  return scale === 'percent'
    ? calculatedLine(chart.addCustomSeries(new PercentLine(), all), percentPoints)
    : calculatedLine(chart.addSeries(LineSeries, all), linePoints);
}

interface PercentPoint {
  readonly time: number;
  /** NaN where the line has no value. */
  readonly value: number;
  /** The price of the bar. */
  readonly price: number;
}

interface PercentLineOptions extends CustomSeriesOptions {
  readonly lineWidth: LineWidth;
  readonly lineStyle: LineStyle;
}

/**
 * Renders a line among the prices, such as a moving average, on the percent scale. The library measures each series from its
 * own value at the first visible bar, so that averages would begin at the price and cross it elsewhere. The value of these
 * bars is the price, from which the line is then measured too.
 */
class PercentLine implements ICustomSeriesPaneView<number, PercentPoint, PercentLineOptions> {
  #data: PaneRendererCustomData<number, PercentPoint> | undefined;
  #options: PercentLineOptions | undefined;

  defaultOptions(): PercentLineOptions {
    return { ...customSeriesDefaultOptions, lineWidth: 1, lineStyle: LineStyle.Solid };
  }

  isWhitespace(point: Partial<PercentPoint>): point is { time: number } {
    return point.price === undefined;
  }

  /** The last one is the library's value of the bar. */
  priceValueBuilder({ value, price }: PercentPoint): number[] {
    return Number.isNaN(value) ? [price] : [value, price];
  }

  update(data: PaneRendererCustomData<number, PercentPoint>, options: PercentLineOptions): void {
    this.#data = data;
    this.#options = options;
  }

  renderer(): ICustomSeriesPaneRenderer {
    return {
      draw: (target, toY) =>
        target.useMediaCoordinateSpace(({ context }) => {
          const { bars, visibleRange } = this.#data ?? {};
          if (!bars || !visibleRange || !this.#options) return;
          const { color, lineWidth, lineStyle } = this.#options;
          context.beginPath();
          for (const { x, originalData } of bars.slice(visibleRange.from, visibleRange.to)) {
            const y = toY(originalData.value);
            if (y !== null && !Number.isNaN(y)) context.lineTo(x, y);
          }
          context.strokeStyle = color;
          context.lineWidth = lineWidth;
          context.lineJoin = 'round';
          if (lineStyle === LineStyle.Dotted) context.setLineDash([lineWidth, lineWidth]);
          context.stroke();
        }),
    };
  }
}

/** Returns the data of a line from a column parallel to the bars, multiplied by `factor`. */
function percentPoints(bars: Bars, window: BarWindow, column: Float64Array, factor: number) {
  return toPoints(bars, window, (index, time): PercentPoint | undefined => {
    const close = bars.close[index] ?? Number.NaN;
    if (Number.isNaN(close)) return undefined;
    return { time, value: (column[index] ?? Number.NaN) * factor, price: close * factor };
  });
}
