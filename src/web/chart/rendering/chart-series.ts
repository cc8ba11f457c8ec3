import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  createTextWatermark,
  HistogramSeries,
  type IChartApi,
  type IPaneApi,
  type IPriceLine,
  type ISeriesApi,
  type ITextWatermarkPluginApi,
  LineSeries,
  LineStyle,
  type Time,
} from 'lightweight-charts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';
import { type ChartAppearance, type ChartColours, type ChartType, withAlpha } from './chart-appearance.ts';
import { priceFactor } from './price-factor.ts';
import { axisLabels, priceLabel } from './price-labels.ts';
import { countPoints, linePoints, pricePoints } from './series-data.ts';

/** As fine as labels are: drawn prices are `factor` times those that are shown. */
function formatOf(factor: () => number) {
  return {
    type: 'custom',
    formatter: (drawn: number) => priceLabel(drawn / factor()),
    tickmarksFormatter: (drawn: readonly number[]) => axisLabels(drawn.map((price) => price / factor())),
    minMove: 1e-6,
    base: 1e6,
  } as const;
}

const COUNT_HEIGHT = 0.16;

type PriceSeries = ISeriesApi<'Candlestick' | 'Bar'> | ISeriesApi<'Line' | 'Area'>;

/** The series of one chart: prices, averages, and how many ticks each bar has. */
export class ChartSeries {
  readonly #others: readonly ISeriesApi<'Line'>[];
  readonly #spread: ISeriesApi<'Area'> | undefined;
  readonly #heading: ITextWatermarkPluginApi<Time> | undefined;
  readonly #chart: IChartApi;
  readonly #type: ChartType;
  readonly #lineColour: string;
  #lines: readonly IPriceLine[] = [];
  #linePrices: readonly number[] = [];
  #factor = 1;
  readonly prices: PriceSeries;
  readonly #counts: ISeriesApi<'Histogram'>;
  readonly #averages: readonly ISeriesApi<'Line'>[];

  constructor(chart: IChartApi, { type, averages, colours, hasCounts, others }: ChartAppearance) {
    this.#chart = chart;
    this.#type = type;
    this.#lineColour = colours.accent;
    this.#counts = chart.addSeries(HistogramSeries, {
      color: withAlpha(colours.muted, 0.35),
      priceScaleId: 'ticks',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
      visible: hasCounts,
    });
    this.#counts
      .priceScale()
      .applyOptions({ scaleMargins: { top: 1 - COUNT_HEIGHT, bottom: 0 }, visible: false });
    const priceFormat = formatOf(() => this.#factor);
    this.prices = addPrices(chart, type, colours, priceFormat);
    this.prices
      .priceScale()
      .applyOptions({ scaleMargins: { top: 0.08, bottom: hasCounts ? COUNT_HEIGHT + 0.06 : 0.08 } });
    const addLine = (color: string | undefined) =>
      chart.addSeries(LineSeries, {
        color: color ?? colours.accent,
        lineWidth: 1,
        lastValueVisible: false,
        priceLineVisible: false,
        crosshairMarkerVisible: false,
        priceFormat,
      });
    this.#averages = averages.map((_, index) => addLine(averageColours(colours)[index % 3]));
    this.#others = Array.from({ length: others }, (_, index) => {
      const series = addLine(colours.over[index]);
      series.applyOptions({ lineWidth: 2, lineStyle: OVER_STYLES[index] ?? LineStyle.Solid });
      return series;
    });
    if (others > 0) {
      this.#spread = addSpread(chart, colours);
      this.#heading = addHeading(this.#spread.getPane(), colours);
    }
  }

  /** How many times a price is drawn as high as it is. */
  get factor(): number {
    return this.#factor;
  }

  fill({ bars, averages, interval }: BarResult, { lines, spread }: OverlayColumns, window: BarWindow): void {
    this.#fit(priceFactor(bars, window));
    const factor = this.#factor;
    if (this.#type === 'candles' || this.#type === 'bars')
      this.prices.setData(pricePoints(bars, window, factor));
    else this.prices.setData(linePoints(bars, window, bars.close, factor));
    // Ticks by themselves need no counting.
    this.#counts.setData(interval === 'tick' ? [] : countPoints(bars, window));
    this.#averages.forEach((series, index) => {
      const column = averages[index];
      series.setData(column ? linePoints(bars, window, column, factor) : []);
    });
    this.#others.forEach((series, index) => {
      const column = lines[index];
      series.setData(column ? linePoints(bars, window, column, factor) : []);
    });
    this.#spread?.setData(spread ? linePoints(bars, window, spread) : []);
  }

  /** Prices at which lines are drawn across. */
  get linePrices(): readonly number[] {
    return this.#linePrices;
  }

  /** Lines across at these prices, in place of those before. */
  drawLines(prices: readonly number[]): void {
    for (const line of this.#lines) this.prices.removePriceLine(line);
    this.#linePrices = prices;
    this.#lines = prices.map((price) =>
      this.prices.createPriceLine({
        price: price * this.#factor,
        color: this.#lineColour,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
      }),
    );
  }

  // Where the reader pulled the scale to is no place among prices that are drawn at others.
  #fit(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.prices.priceScale().applyOptions({ autoScale: true });
    this.drawLines(this.#linePrices);
  }

  remove(): void {
    this.#heading?.detach();
    if (this.#spread) this.#chart.removeSeries(this.#spread);
    for (const series of [...this.#averages, ...this.#others].reverse()) this.#chart.removeSeries(series);
    this.#chart.removeSeries(this.prices);
    this.#chart.removeSeries(this.#counts);
  }
}

/** Averages are told apart by more than the colours that mean up and down. */
export function averageColours({ accent, text, muted }: ChartColours): readonly string[] {
  return [accent, text, muted];
}

/** Other markets, in the order in which they were laid over: told apart without colours too. */
const OVER_STYLES = [LineStyle.Solid, LineStyle.Dashed, LineStyle.Dotted] as const;

const SPREAD_PANE = 1;

function addSpread(chart: IChartApi, { muted }: ChartColours): ISeriesApi<'Area'> {
  const series = chart.addSeries(
    AreaSeries,
    {
      lineColor: muted,
      topColor: withAlpha(muted, 0.25),
      bottomColor: withAlpha(muted, 0),
      lineWidth: 1,
      priceLineVisible: false,
      priceFormat: {
        type: 'custom',
        formatter: (percent: number) => `${percent.toFixed(2)}%`,
        minMove: 0.01,
      },
    },
    SPREAD_PANE,
  );
  chart.panes()[SPREAD_PANE]?.setStretchFactor(0.25);
  return series;
}

function addHeading(pane: IPaneApi<Time>, { muted }: ChartColours): ITextWatermarkPluginApi<Time> {
  const line = { text: 'Spread, highest over lowest', color: muted, fontSize: 12, lineHeight: 22 };
  return createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [line] });
}

function addPrices(
  chart: IChartApi,
  type: ChartType,
  colours: ChartColours,
  priceFormat: ReturnType<typeof formatOf>,
): PriceSeries {
  const { up, down, accent } = colours;
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
