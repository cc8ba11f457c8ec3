import {
  AreaSeries,
  type AutoscaleInfo,
  BarSeries,
  CandlestickSeries,
  HistogramSeries,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
} from 'lightweight-charts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';
import {
  type ChartActivity,
  type ChartAppearance,
  type ChartColors,
  type ChartType,
  type IndicatorSeries,
  type OverlaySeries,
  withAlpha,
} from './chart-appearance.ts';
import { addLineOnPrices, type CalculatedLine } from './line-on-prices.ts';
import { axisLabels, axisNotation, axisPriceLabel } from './price-labels.ts';
import {
  activityPoints,
  type DirectionColors,
  linePoints,
  ohlcPoints,
  priceFactor,
  tickPoints,
} from './series-data.ts';

/** Formats rendered prices, which are `factor` times the real ones. */
function createPriceFormat(factor: () => number) {
  let notation = axisNotation([]);
  return {
    type: 'custom',
    formatter: (rendered: number) => axisPriceLabel(rendered / factor(), notation),
    tickmarksFormatter: (rendered: readonly number[]) => {
      const prices = rendered.map((price) => price / factor());
      notation = axisNotation(prices);
      return axisLabels(prices);
    },
    minMove: 1e-6,
    base: 1e6,
  } as const;
}

/** Minimum visible price range, relative to the price. A smaller one would show rounding errors and equal labels. */
const MIN_RELATIVE_HEIGHT = 4e-5;

/** Keeps a nearly constant price from filling the whole height. */
function autoscaleInfoProvider(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const info = original();
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  const missing = ((maxValue + minValue) / 2) * MIN_RELATIVE_HEIGHT - (maxValue - minValue);
  if (!(missing > 0)) return info;
  return { ...info, priceRange: { minValue: minValue - missing / 2, maxValue: maxValue + missing / 2 } };
}

/** Height of the bars below the prices, as a fraction of the pane. */
const ACTIVITY_HEIGHT = 0.18;
/** Opacities. */
const ACTIVITY_ALPHA = 0.5;
const INCOMPLETE_ALPHA = 0.4;

export type PriceSeries = ISeriesApi<'Candlestick' | 'Bar', number> | ISeriesApi<'Line' | 'Area', number>;

/** Bars as they are rendered. */
export interface Rendering {
  readonly chart: IChartApiBase<number>;
  readonly series: ChartSeries;
  readonly bars: Bars;
  /** Index of the first bar that is given to the charting library. */
  readonly offset: number;
}

/** The series of one chart: prices, moving averages, indicators, overlays, and volumes or numbers of swaps. */
export class ChartSeries {
  readonly #overlays: OverlaySeries | undefined;
  readonly #chart: IChartApiBase<number>;
  readonly #type: ChartType;
  readonly #lineColor: string;
  readonly #currentColor: string;
  #priceLines: readonly IPriceLine[] = [];
  #linePrices: readonly number[] = [];
  #currentLine: IPriceLine | undefined;
  #currentPrice: number | undefined;
  #factor = 1;
  readonly prices: PriceSeries;
  readonly #activity: ISeriesApi<'Histogram', number>;
  readonly #shownActivity: ChartActivity | undefined;
  readonly #colors: ChartColors;
  readonly #averages: readonly CalculatedLine[];
  readonly #indicators: IndicatorSeries | undefined;

  constructor(
    chart: IChartApiBase<number>,
    { type, scale, averages, colors, activity, overlayCount, addOverlays, indicators }: ChartAppearance,
  ) {
    this.#chart = chart;
    this.#type = type;
    this.#lineColor = colors.accent;
    this.#currentColor = colors.text;
    this.#colors = colors;
    this.#shownActivity = activity;
    this.#activity = chart.addSeries(HistogramSeries, {
      priceScaleId: 'activity',
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#activity
      .priceScale()
      .applyOptions({ scaleMargins: { top: 1 - ACTIVITY_HEIGHT, bottom: 0 }, visible: false });
    const priceFormat = createPriceFormat(() => this.#factor);
    this.prices = addPrices(chart, type, colors, priceFormat);
    this.prices.applyOptions({ autoscaleInfoProvider });
    this.prices
      .priceScale()
      .applyOptions({ scaleMargins: { top: 0.08, bottom: activity ? ACTIVITY_HEIGHT + 0.06 : 0.08 } });
    this.#averages = averages.map((_, index) =>
      addLineOnPrices(chart, scale, { color: colors.averages[index] ?? colors.accent, priceFormat }),
    );
    if (overlayCount > 0) this.#overlays = addOverlays?.(chart, overlayCount, colors, priceFormat);
    this.#indicators = indicators?.addSeries(chart, this.prices, scale, colors);
  }

  /** Rendered prices are this many times the real prices. */
  get factor(): number {
    return this.#factor;
  }

  setData(result: BarResult, overlays: OverlayColumns, window: BarWindow): void {
    const { bars, averages, interval, hasVolumes } = result;
    this.#setFactor(priceFactor(bars, window));
    const factor = this.#factor;
    const colors = (alpha: number) => (isIncomplete: boolean) =>
      this.#directionColors(isIncomplete ? alpha * INCOMPLETE_ALPHA : alpha);
    if (this.#type === 'candles' || this.#type === 'bars')
      this.prices.setData(
        interval === 'tick' ? tickPoints(bars, window, factor) : ohlcPoints(bars, window, factor, colors(1)),
      );
    else this.prices.setData(linePoints(bars, window, bars.close, factor));
    const activity = hasVolumes && this.#shownActivity === 'volume' ? bars.volume : bars.count;
    // Tick bars always have one swap.
    const hasActivity = this.#shownActivity !== undefined && interval !== 'tick';
    this.#activity.setData(hasActivity ? activityPoints(bars, window, activity, colors(ACTIVITY_ALPHA)) : []);
    this.#averages.forEach((line, index) => {
      line.setData(bars, window, averages[index], factor);
    });
    this.#overlays?.setData(overlays, bars, window, factor);
    this.#indicators?.setData(result, window, factor);
  }

  #directionColors(alpha: number): DirectionColors {
    const { up, down } = this.#colors;
    return { up: withAlpha(up, alpha), down: withAlpha(down, alpha) };
  }

  /** Replaces the horizontal lines. */
  setPriceLevels(prices: readonly number[]): void {
    for (const line of this.#priceLines) this.prices.removePriceLine(line);
    this.#linePrices = prices;
    this.#priceLines = prices.map((price) =>
      this.prices.createPriceLine({
        price: price * this.#factor,
        color: this.#lineColor,
      }),
    );
  }

  /** Marks the current price instead of the newest bar's, which is marked if `price` is undefined. */
  setCurrentPrice(price: number | undefined): void {
    if (this.#currentLine) this.prices.removePriceLine(this.#currentLine);
    this.#currentPrice = price;
    this.#currentLine =
      price === undefined
        ? undefined
        : this.prices.createPriceLine({
            price: price * this.#factor,
            color: this.#currentColor,
            lineStyle: LineStyle.Dotted,
          });
    this.prices.applyOptions({
      lastValueVisible: price === undefined,
      priceLineVisible: price === undefined,
    });
  }

  /** A manual price scale is reset, because it refers to prices with the previous factor. */
  #setFactor(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.prices.priceScale().applyOptions({ autoScale: true });
    this.setPriceLevels(this.#linePrices);
    this.setCurrentPrice(this.#currentPrice);
  }

  /** Removes the data. */
  clear(): void {
    this.#indicators?.clear();
    this.#overlays?.clear();
    for (const series of this.#all) series.setData([]);
  }

  remove(): void {
    this.#indicators?.remove();
    this.#overlays?.remove();
    for (const series of this.#all) this.#chart.removeSeries(series);
  }

  /** The last added first. */
  get #all() {
    return [...this.#averages.map(({ series }) => series).reverse(), this.prices, this.#activity];
  }
}

function addPrices(
  chart: IChartApiBase<number>,
  type: ChartType,
  colors: ChartColors,
  priceFormat: ReturnType<typeof createPriceFormat>,
): PriceSeries {
  const { up, down, accent } = colors;
  switch (type) {
    case 'candles':
      return chart.addSeries(CandlestickSeries, {
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
        borderVisible: false,
        priceFormat,
      });
    case 'bars':
      return chart.addSeries(BarSeries, { upColor: up, downColor: down, thinBars: false, priceFormat });
    case 'area':
      return chart.addSeries(AreaSeries, {
        lineColor: accent,
        topColor: withAlpha(accent, 0.3),
        bottomColor: withAlpha(accent, 0.02),
        lineWidth: 2,
        priceFormat,
      });
    case 'line':
      return chart.addSeries(LineSeries, { color: accent, lineWidth: 2, priceFormat });
    case 'dots':
      return chart.addSeries(LineSeries, {
        color: accent,
        lineVisible: false,
        pointMarkersVisible: true,
        pointMarkersRadius: 2,
        priceFormat,
      });
  }
}
