import {
  createTextWatermark,
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
  type IndicatorSeries,
  paneOptions,
  type ShownIndicators,
  withAlpha,
} from './chart-appearance.ts';
import { indicatorColor, indicatorName, lineLabels } from './indicator-labels.ts';
import { linePoints } from './series-data.ts';

/** Returns indicators with the code that renders them. */
export function showIndicators(list: readonly Indicator[]): ShownIndicators {
  return {
    list,
    warmUp: (barSeconds) =>
      Math.max(
        ...list.map(({ kind, parameters }) => indicatorDefinitions[kind].warmUp(parameters, barSeconds)),
      ),
    addSeries: (chart, prices, colors) => new IndicatorGroup(chart, prices, colors, list),
  };
}

type Series = ISeriesApi<'Line' | 'Histogram', number>;

/** Height of a pane in the library's unit, of which the prices have 2. */
const PANE_HEIGHT = 0.5;
/** RSI above and below which a market is said to be overbought and oversold. */
const RSI_LEVELS = [70, 30];
const HISTOGRAM_ALPHA = 0.5;

const LINE = {
  lineWidth: 1,
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerVisible: false,
} as const;

/** The series of all indicators of a chart. */
class IndicatorGroup implements IndicatorSeries {
  readonly #chart: IChartApiBase<number>;
  readonly #series: readonly (readonly Series[])[];
  readonly #titles: ITextWatermarkPluginApi<number>[] = [];
  readonly #indicators: readonly Indicator[];
  readonly #colors: ChartColors;
  #factor = 1;

  constructor(
    chart: IChartApiBase<number>,
    prices: ISeriesApi<SeriesType, number>,
    colors: ChartColors,
    indicators: readonly Indicator[],
  ) {
    this.#chart = chart;
    this.#colors = colors;
    this.#indicators = indicators;
    chart.applyOptions(paneOptions(colors));
    this.#series = indicators.map((indicator, index) => {
      const color = indicatorColor(indicators, index);
      if (color !== undefined) return this.#addToPrices(indicator, prices, colors.overlays[color]);
      const series = this.#addPane(indicator, chart.panes().length);
      const [first] = series;
      // Only prices are on the scale of the chart, which new panes have too.
      first?.priceScale().applyOptions({ mode: PriceScaleMode.Normal });
      const pane = first?.getPane();
      pane?.setStretchFactor(PANE_HEIGHT);
      const line = { text: indicatorName(indicator), color: colors.muted, fontSize: 12, lineHeight: 22 };
      if (pane)
        this.#titles.push(createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [line] }));
      return series;
    });
  }

  /** The middle of bands is dotted. */
  #addToPrices(
    { kind }: Indicator,
    prices: ISeriesApi<SeriesType, number>,
    color = this.#colors.accent,
  ): Series[] {
    const { priceFormat } = prices.options();
    return lineLabels[kind].map((_, line, { length }) =>
      this.#chart.addSeries(LineSeries, {
        ...LINE,
        color,
        priceFormat,
        lineStyle: length > 1 && line === 0 ? LineStyle.Dotted : LineStyle.Solid,
      }),
    );
  }

  #addPane({ kind }: Indicator, pane: number): Series[] {
    const { accent, muted, overlays } = this.#colors;
    if (kind === 'rsi') return [this.#addStrength(pane)];
    const priceFormat = this.#priceFormat();
    const addLine = (color: string, lastValueVisible = false) =>
      this.#chart.addSeries(LineSeries, { ...LINE, color, priceFormat, lastValueVisible }, pane);
    if (kind !== 'macd') return [addLine(accent, true)];
    const options = { lastValueVisible: false, priceLineVisible: false, priceFormat } as const;
    return [
      this.#chart.addSeries(HistogramSeries, options, pane),
      addLine(accent, true),
      addLine(overlays[2] ?? muted),
    ];
  }

  #addStrength(pane: number): Series {
    const { accent, muted, background } = this.#colors;
    const series = this.#chart.addSeries(
      LineSeries,
      {
        ...LINE,
        color: accent,
        lastValueVisible: true,
        priceFormat: {
          type: 'custom',
          formatter: (value: number) => String(Number(value.toFixed(1))),
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
        axisLabelTextColor: muted,
      });
    return series;
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
    this.#series.forEach((lines, position) => {
      const isPercent = this.#indicators[position]?.kind === 'rsi';
      lines.forEach((series, line) => {
        const column = indicators[position]?.[line];
        const points = column ? linePoints(bars, window, column, isPercent ? 1 : factor) : [];
        series.setData(
          series.seriesType() === 'Histogram' ? points.map((point) => this.#colored(point)) : points,
        );
      });
    });
  }

  #colored(point: LineData<number> | WhitespaceData<number>) {
    if (!('value' in point)) return point;
    const { up, down } = this.#colors;
    return { ...point, color: withAlpha(point.value < 0 ? down : up, HISTOGRAM_ALPHA) };
  }

  clear(): void {
    for (const series of this.#series.flat()) series.setData([]);
  }

  /** The last added first. A pane is removed with its last series. */
  remove(): void {
    for (const title of this.#titles) title.detach();
    for (const series of this.#series.flat().reverse()) this.#chart.removeSeries(series);
  }
}
