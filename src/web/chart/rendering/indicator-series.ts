import {
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  type ITextWatermarkPluginApi,
  type LineData,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type SeriesType,
  type WhitespaceData,
} from 'lightweight-charts';
import { priceLabel } from '#contract/format/format-numbers.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import { type Indicator, indicatorDefinitions } from '#web/chart/bars/indicators.ts';
import {
  type ChartColors,
  type ChartScale,
  type IndicatorSeries,
  paneOptions,
  type ShownIndicators,
  withAlpha,
} from './chart-appearance.ts';
import { indicatorColor, indicatorName, lineLabels } from './indicator-labels.ts';
import { addLineOnPrices, type CalculatedLine, calculatedLine, PLAIN_LINE } from './line-on-prices.ts';
import { addPaneTitle } from './overlay-series.ts';
import { linePoints } from './series-data.ts';

/** Returns indicators with the code that renders them. */
export function showIndicators(list: readonly Indicator[]): ShownIndicators {
  return {
    list,
    warmUp: (barSeconds) =>
      Math.max(
        ...list.map(({ kind, parameters }) => indicatorDefinitions[kind].warmUp(parameters, barSeconds)),
      ),
    addSeries: (chart, prices, scale, colors) => new IndicatorGroup(chart, prices, scale, colors, list),
  };
}

/** Heights of panes in the library's unit. */
const PRICES_HEIGHT = 2;
const PANE_HEIGHT = 0.5;
/** Pixels in which the lines and the labels of a pane can be read. */
const READABLE_HEIGHT = 80;
/** Share of a small chart that indicators take at most. */
const MAX_SHARE = 0.6;

/** Returns the height of each of some panes in the library's unit: readable, as far as the chart is high enough. */
function paneHeight(chart: IChartApiBase<number>, count: number): number {
  const pixels = (chart.chartElement().parentElement?.clientHeight ?? 0) - chart.timeScale().height();
  const share = Math.min(READABLE_HEIGHT / pixels, MAX_SHARE / count);
  return pixels > 0 ? Math.max((PRICES_HEIGHT * share) / (1 - count * share), PANE_HEIGHT) : PANE_HEIGHT;
}
/** RSI above and below which a market is said to be overbought and oversold. */
const RSI_LEVELS = [70, 30];
const HISTOGRAM_ALPHA = 0.5;

/** The series of all indicators of a chart. */
class IndicatorGroup implements IndicatorSeries {
  readonly #chart: IChartApiBase<number>;
  readonly #lines: readonly (readonly CalculatedLine[])[];
  readonly #titles: ITextWatermarkPluginApi<number>[] = [];
  readonly #scale: ChartScale;
  readonly #colors: ChartColors;
  #factor = 1;

  constructor(
    chart: IChartApiBase<number>,
    prices: ISeriesApi<SeriesType, number>,
    scale: ChartScale,
    colors: ChartColors,
    indicators: readonly Indicator[],
  ) {
    this.#chart = chart;
    this.#scale = scale;
    this.#colors = colors;
    chart.applyOptions(paneOptions(colors));
    const own = indicators.filter(({ kind }) => indicatorDefinitions[kind].pane === 'own');
    const height = paneHeight(chart, own.length);
    this.#lines = indicators.map((indicator, index) => {
      const color = indicatorColor(indicators, index);
      if (color !== undefined) return this.#addToPrices(indicator, prices, colors.overlays[color]);
      const lines = this.#addPane(indicator, chart.panes().length);
      const { series } = lines[0] ?? {};
      // Only prices are on the scale of the chart, which new panes have too.
      series?.priceScale().applyOptions({ mode: PriceScaleMode.Normal });
      const pane = series?.getPane();
      pane?.setStretchFactor(height);
      if (pane) this.#titles.push(addPaneTitle(chart, pane, indicatorName(indicator), colors));
      return lines;
    });
  }

  /** The middle of bands is dotted. */
  #addToPrices(
    { kind }: Indicator,
    prices: ISeriesApi<SeriesType, number>,
    color = this.#colors.accent,
  ): CalculatedLine[] {
    const { priceFormat } = prices.options();
    return lineLabels[kind].map((_, line, { length }) =>
      addLineOnPrices(this.#chart, this.#scale, {
        color,
        priceFormat,
        lineStyle: length > 1 && line === 0 ? LineStyle.Dotted : LineStyle.Solid,
      }),
    );
  }

  #addPane({ kind }: Indicator, pane: number): CalculatedLine[] {
    const { accent, muted, overlays } = this.#colors;
    if (kind === 'rsi') return [this.#addStrength(pane)];
    const priceFormat = this.#priceFormat();
    const addLine = (color: string, lastValueVisible = false): CalculatedLine => {
      const options = { ...PLAIN_LINE, color, priceFormat, lastValueVisible };
      return calculatedLine(this.#chart.addSeries(LineSeries, options, pane), linePoints);
    };
    if (kind !== 'macd') return [addLine(accent, true)];
    return [this.#addHistogram(pane), addLine(accent, true), addLine(overlays[2] ?? muted)];
  }

  #addHistogram(pane: number): CalculatedLine {
    const options = { lastValueVisible: false, priceLineVisible: false, priceFormat: this.#priceFormat() };
    const series = this.#chart.addSeries(HistogramSeries, options, pane);
    return calculatedLine(series, (...data) => linePoints(...data).map((point) => this.#colored(point)));
  }

  #addStrength(pane: number): CalculatedLine {
    const { accent, muted, background } = this.#colors;
    // With forced colors, the library fills labels with the color of text, whatever their color is.
    const textColor = matchMedia('(forced-colors: active)').matches ? '' : muted;
    const series = this.#chart.addSeries(
      LineSeries,
      {
        ...PLAIN_LINE,
        color: accent,
        lastValueVisible: true,
        priceFormat: {
          type: 'custom',
          formatter: (value: number) => String(Number(value.toFixed(1))),
          // Those of the levels are enough: in a low pane, others overlap them or are cut off.
          tickmarksFormatter: (values: readonly number[]) => values.map(() => ''),
          minMove: 0.01,
        },
        autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
      },
      pane,
    );
    for (const price of RSI_LEVELS)
      series.createPriceLine({
        price,
        color: muted,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: true,
        axisLabelColor: background,
        axisLabelTextColor: textColor,
      });
    return calculatedLine(series, (bars, window, column) => linePoints(bars, window, column));
  }

  /** Formats differences of prices, which can be negative. Rounding errors near zero are shown as 0. */
  #priceFormat() {
    const label = (rendered: number) => priceLabel(rendered / this.#factor, 4);
    return {
      type: 'custom',
      formatter: label,
      tickmarksFormatter: (rendered: readonly number[]) => {
        const largest = Math.max(...rendered.map(Math.abs));
        return rendered.map((value) => (Math.abs(value) < largest / 1e6 ? '0' : label(value)));
      },
      minMove: 1e-6,
      base: 1e6,
    } as const;
  }

  setData({ bars, indicators }: BarResult, window: BarWindow, factor: number): void {
    this.#factor = factor;
    this.#lines.forEach((lines, position) => {
      lines.forEach((line, index) => {
        line.setData(bars, window, indicators[position]?.[index], factor);
      });
    });
  }

  #colored(point: LineData<number> | WhitespaceData<number>) {
    if (!('value' in point)) return point;
    const { up, down } = this.#colors;
    return { ...point, color: withAlpha(point.value < 0 ? down : up, HISTOGRAM_ALPHA) };
  }

  clear(): void {
    for (const { series } of this.#lines.flat()) series.setData([]);
  }

  /** The last added first. A pane is removed with its last series. */
  remove(): void {
    for (const title of this.#titles) title.detach();
    for (const { series } of this.#lines.flat().reverse()) this.#chart.removeSeries(series);
  }
}
