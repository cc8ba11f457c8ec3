import {
  CrosshairMode,
  createChartEx,
  type IChartApiBase,
  LineStyle,
  type LogicalRange,
  type MouseEventParams,
  PriceScaleMode,
} from 'lightweight-charts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import {
  type BarWindow,
  boundedRange,
  indexAt,
  RIGHT_MARGIN,
  shiftWindow,
  type VisibleRange,
  windowAround,
} from '#web/chart/bars/bar-window.ts';
import { type Bars, MAX_BARS } from '#web/chart/bars/bars.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';
import type { ChartAppearance, ChartScale } from './chart-appearance.ts';
import { ChartSeries, type PriceSeries, type Rendering } from './chart-series.ts';
import { longLabels } from './price-labels.ts';
import { hasSameBarLength, isSameRendering, priceExtremes, type RenderedBars } from './series-data.ts';
import { TimeAxis } from './time-axis.ts';
import { type TimeLabels, timeLabels } from './time-labels.ts';

export interface ChartListener {
  /** The visible range or the bars have changed. `byUser`: the user moved the chart. */
  onVisible(visible: VisibleRange, byUser: boolean): void;
  /** The crosshair has moved to a bar, or to none. */
  onCrosshair(index: number | undefined): void;
}

const SCALES: Readonly<Record<ChartScale, PriceScaleMode>> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

const MIN_VISIBLE_BARS = 5;
/** Includes empty space after the newest bar. */
const MAX_VISIBLE_BARS = MAX_BARS + 20;
/** Pixels per bar, small enough for the maximum number of bars. */
const MIN_BAR_SPACING = 0.1;
/** Pixels that most labels fit, so that the plot keeps its size while the chart loads. */
const PRICE_AXIS_WIDTH = 72;
/** Pixels that the library leaves beside the labels. */
const LABEL_MARGIN = 21;
const TIME_AXIS_HEIGHT = 28;
const KINETIC_SCROLL_MS = 1_500;
/** Share of the width that may be empty until older bars fill it. */
const FILLABLE_SHARE = 0.5;

/** Renders bars with the charting library. Independent of any framework. */
export class PriceChart {
  readonly #container: HTMLElement;
  /** Undefined before the first bars: creating and painting it takes long, and an empty one shows nothing. */
  #chart: IChartApiBase<number> | undefined;
  readonly #axis = new TimeAxis();
  readonly #listener: ChartListener;
  #appearance: ChartAppearance | undefined;
  #series: ChartSeries | undefined;
  #priceLevels: readonly number[] = [];
  #currentPrice: number | undefined;
  #result: BarResult | undefined;
  #overlays: OverlayColumns = { lines: [], spread: undefined };
  #window: BarWindow = { from: 0, to: 0 };
  #rendered: RenderedBars | undefined;
  #visible: VisibleRange | undefined;
  readonly #removed = new AbortController();
  /** Range changes until this time are caused by the user. The library does not report their cause. */
  #draggedUntil = 0;
  /** Width of the plot when the visible range was last set or reported. */
  #width = 0;
  #axisWidth = PRICE_AXIS_WIDTH;
  /** Measures labels. */
  readonly #ruler = document.createElement('canvas').getContext('2d');
  /** While it receives data, the library reports ranges that are never shown. */
  #isSettingData = false;
  /** Whether the visible range was set by the user, who may not move it far beyond the bars. */
  #isUserRange = false;
  #hasOlderBars = true;
  /** Whether the library limits the gestures of the user. */
  #hasLimits = false;
  /** The visible range at the start of the last gesture. */
  #pressedAt: VisibleRange = { from: 0, to: 0 };

  constructor(container: HTMLElement, listener: ChartListener) {
    this.#listener = listener;
    this.#container = container;
    const { signal } = this.#removed;
    container.addEventListener('pointerdown', this.#onPointerDown, { signal });
    for (const type of ['pointerup', 'pointercancel'] as const)
      addEventListener(type, this.#onPointerUp, { signal });
  }

  #create(): IChartApiBase<number> {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const chart: IChartApiBase<number> = createChartEx(this.#container, this.#axis, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 0.75 * rem },
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
      handleScale: { mouseWheel: false, pinch: false },
      rightPriceScale: { borderVisible: false, entireTextOnly: true },
      timeScale: {
        borderVisible: false,
        minimumHeight: TIME_AXIS_HEIGHT,
        rightOffset: 4,
        minBarSpacing: MIN_BAR_SPACING,
        lockVisibleTimeRangeOnResize: true,
      },
    });
    // The library lays out its canvases by a table, which screen readers find otherwise.
    chart.chartElement().setAttribute('aria-hidden', 'true');
    chart.timeScale().subscribeVisibleLogicalRangeChange(this.#onRangeChange);
    chart.timeScale().subscribeSizeChange(this.#onSizeChange);
    chart.subscribeCrosshairMove(this.#onCrosshairMove);
    chart.subscribeClick(this.#onClick);
    return chart;
  }

  /** Renders the bars again if the appearance has changed. */
  setAppearance(appearance: ChartAppearance): void {
    // Functions are the same for the same values.
    if (JSON.stringify(appearance) === JSON.stringify(this.#appearance)) return;
    this.#appearance = appearance;
    if (this.#chart) this.#applyAppearance(this.#chart, appearance);
    this.#render();
  }

  #applyAppearance(chart: IChartApiBase<number>, appearance: ChartAppearance): ChartSeries {
    const { colors, scale } = appearance;
    const cross = { color: colors.muted, style: LineStyle.Dashed, labelBackgroundColor: colors.muted };
    chart.applyOptions({
      layout: { background: { color: colors.background }, textColor: colors.muted },
      grid: { vertLines: { visible: false }, horzLines: { color: colors.line } },
      crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
      rightPriceScale: { mode: SCALES[scale], minimumWidth: this.#axisWidth },
    });
    this.#series?.remove();
    this.#series = new ChartSeries(chart, appearance);
    this.#series.setPriceLevels(this.#priceLevels);
    this.#series.setCurrentPrice(this.#currentPrice);
    this.#rendered = undefined;
    return this.#series;
  }

  /**
   * Replaces the bars with others of the same market and keeps the visible time range. With `followsNewest`, a chart
   * that shows the newest bar moves along with it.
   */
  setBars(result: BarResult, overlays: OverlayColumns, followsNewest: boolean): void {
    this.#overlays = overlays;
    const previous = this.#result;
    this.#result = result;
    if (!previous || !this.#visible || previous.bars.length === 0) {
      this.#render();
      return;
    }
    const { from, to } = this.#visible;
    const width = to - from;
    const last = previous.bars.length - 1;
    const newTo =
      followsNewest && to >= last ? result.bars.length - 1 - last + to : this.#newPosition(previous, to);
    this.#show(
      hasSameBarLength(previous, result)
        ? { from: newTo - width, to: newTo }
        : this.#newRange(previous, this.#visible),
    );
  }

  /** Whether older bars can be loaded. Without them, the chart cannot be moved before the first bar. */
  set hasOlderBars(hasOlderBars: boolean) {
    this.#hasOlderBars = hasOlderBars;
  }

  /** Moves the chart to a range, which may be outside the bars. */
  setVisible(range: VisibleRange): void {
    this.#isUserRange = false;
    this.#show(range);
  }

  /**
   * Removes empty space that the user moved to and that no older bars have filled. Returns whether there was any. Not
   * reported as a move by the user, who has only requested the bars that are already loaded.
   */
  removeEmptySpace(): boolean {
    if (!this.#isUserRange || !this.#visible || !this.#result || this.#isPressed) return false;
    const bounds = { length: this.#result.bars.length, fillableShare: 0 };
    return this.#settle(boundedRange(this.#visible, { from: 0, to: 0 }, bounds), false);
  }

  /** Moves the chart by `bars`, to the right if positive. */
  pan(bars: number): void {
    if (this.#visible) this.#moveTo({ from: this.#visible.from + bars, to: this.#visible.to + bars });
  }

  #moveTo(range: VisibleRange): void {
    this.#isUserRange = true;
    this.#show(this.#bounded(limitWidth(range), this.#visible ?? range), true);
  }

  #bounded(range: VisibleRange, previous: VisibleRange): VisibleRange {
    const fillableShare = this.#hasOlderBars ? FILLABLE_SHARE : 0;
    return boundedRange(range, previous, { length: this.#result?.bars.length ?? 0, fillableShare });
  }

  /** Moves to the range at which a user's move ends. Returns false if it is already visible. */
  #settle(range: VisibleRange, byUser = true): boolean {
    if (!this.#visible || isSameRange(range, this.#visible)) return false;
    this.#show(range, byUser);
    return true;
  }

  #show(range: VisibleRange, byUser = false): void {
    this.#visible = limitWidth(range);
    // Otherwise the library would set the current width of bars again after the next change of size.
    if (this.#hasLimits)
      this.#chart?.timeScale().applyOptions({ fixLeftEdge: false, minBarSpacing: MIN_BAR_SPACING });
    this.#hasLimits = false;
    this.#render(byUser);
  }

  /** Multiplies the width of the visible range by `factor`. `anchor` is the fraction of the width that stays fixed. */
  zoom(factor: number, anchor = 1): void {
    if (!this.#visible) return;
    const { from, to } = this.#visible;
    const fixed = from + (to - from) * anchor;
    this.#moveTo({ from: fixed - (fixed - from) * factor, to: fixed + (to - fixed) * factor });
  }

  /** Moves the crosshair to a bar and scrolls it into view. */
  moveCrosshair(index: number): void {
    const { bars } = this.#result ?? {};
    const close = bars?.close[index];
    if (!bars || !this.#visible || !this.#chart || !this.#series || close === undefined) return;
    const { from, to } = this.#visible;
    const offset = index < from ? index - from : index > to ? index - to : 0;
    if (offset !== 0) this.pan(offset);
    const time = bars.time[index] ?? 0;
    if (Number.isNaN(close)) this.#chart.clearCrosshairPosition();
    else this.#chart.setCrosshairPosition(close * this.#series.factor, time, this.#series.prices);
    // The library does not report crosshair moves made through its API.
    this.#listener.onCrosshair(index);
  }

  /** Hides the crosshair that `moveCrosshair` has shown. */
  hideCrosshair(): void {
    this.#chart?.clearCrosshairPosition();
    this.#listener.onCrosshair(undefined);
  }

  /** Returns the fraction of the plot's width, from the left, at an x coordinate of the container. */
  fractionAt(x: number): number {
    return this.#plotWidth > 0 ? Math.min(Math.max(x / this.#plotWidth, 0), 1) : 1;
  }

  /** What converts between points of the container and the bars. Undefined without bars. */
  get rendering(): Rendering | undefined {
    const bars = this.#result?.bars;
    return this.#chart && this.#series && bars?.length
      ? { chart: this.#chart, series: this.#series, bars, offset: this.#window.from }
      : undefined;
  }

  /** The series of prices, which every appearance replaces. Undefined before the first bars. */
  get prices(): PriceSeries | undefined {
    return this.#series?.prices;
  }

  /** Replaces the horizontal lines. */
  setPriceLevels(prices: readonly number[]): void {
    this.#priceLevels = prices;
    this.#series?.setPriceLevels(prices);
  }

  /** Marks a price on the axis instead of the newest bar's. Undefined: marks the newest bar's. */
  setCurrentPrice(price: number | undefined): void {
    this.#currentPrice = price;
    this.#series?.setCurrentPrice(price);
  }

  /** Throws without bars. */
  screenshot(): HTMLCanvasElement {
    if (!this.#chart) throw new Error('no bars to show');
    return this.#chart.takeScreenshot(true);
  }

  get isRemoved(): boolean {
    return this.#removed.signal.aborted;
  }

  remove(): void {
    this.#removed.abort();
    this.#visible = undefined;
    this.#series = undefined;
    this.#chart?.remove();
    this.#chart = undefined;
  }

  /** Returns where a position among the previous bars is among the current ones. */
  #newPosition(previous: BarResult, position: number): number {
    const { bars } = this.#result ?? previous;
    const index = Math.min(Math.max(Math.floor(position), 0), previous.bars.length - 1);
    return indexAt(bars, previous.bars.time[index] ?? 0) + (position - index);
  }

  #newRange(previous: BarResult, visible: VisibleRange): VisibleRange {
    const to = Math.ceil(this.#newPosition(previous, visible.to));
    const from = Math.floor(this.#newPosition(previous, Math.max(visible.from, 0)));
    return { from, to };
  }

  #render(byUser = false): void {
    const result = this.#result;
    if (!result || !this.#appearance || this.isRemoved) return;
    const { length } = result.bars;
    this.#visible ??= { from: length - 120, to: length + 3 };
    this.#window = windowAround(length, this.#visible, this.#shiftedWindow(result));
    if (!this.#chart && length === 0) {
      this.#listener.onVisible(this.#visible, byUser);
      return;
    }
    this.#chart ??= this.#create();
    this.#series ??= this.#applyAppearance(this.#chart, this.#appearance);
    const rendered = { result, overlays: this.#overlays, window: this.#window };
    const { from } = this.#window;
    const range = { from: this.#visible.from - from, to: this.#visible.to - from };
    this.#isSettingData = true;
    const isSame = this.#rendered !== undefined && isSameRendering(this.#rendered, rendered);
    this.#setLabels(timeLabels(this.#appearance.zone, result.interval, this.#appearance.locale));
    if (result !== this.#rendered?.result) this.#widenAxis(result.bars);
    if (!isSame) this.#series.setData(result, this.#overlays, this.#window);
    // Few charts have incomplete bars. They are pale as well, also if the code cannot be loaded.
    if (!isSame && result.bars.incomplete.includes(1))
      import('./hatching.ts').then(
        ({ hatch }) => hatch(this),
        () => undefined,
      );
    this.#rendered = rendered;
    // The library renders again whenever a range is set, even the same one.
    if (!isSame || !this.#shows(this.#chart, range)) this.#chart.timeScale().setVisibleLogicalRange(range);
    this.#isSettingData = false;
    this.#width = this.#plotWidth;
    this.#listener.onVisible(this.#visible, byUser);
  }

  /** Makes room for the labels of all bars. If the axis became wider while the chart is moved, all would be laid out again. */
  #widenAxis(bars: Bars): void {
    const ruler = this.#ruler;
    if (!ruler || !this.#chart) return;
    const { fontSize, fontFamily } = this.#chart.options().layout;
    ruler.font = `${fontSize}px ${fontFamily}`;
    const { lowest, highest } = priceExtremes(bars, { from: 0, to: bars.length });
    const widths = longLabels(lowest, highest).map((label) => ruler.measureText(label).width);
    this.#setAxisWidth(Math.ceil(Math.max(...widths)) + LABEL_MARGIN);
  }

  #setAxisWidth(width: number): void {
    if (width <= this.#axisWidth) return;
    this.#axisWidth = width;
    this.#chart?.priceScale('right').applyOptions({ minimumWidth: width });
  }

  get #plotWidth(): number {
    return this.#chart?.timeScale().width() ?? 0;
  }

  #setLabels(labels: TimeLabels): void {
    if (labels === this.#axis.labels) return;
    this.#axis.labels = labels;
    // The library keeps the weights of bars that stay the same, and their labels until options have changed.
    this.#series?.clear();
    this.#chart?.applyOptions({ localization: {} });
  }

  #shows(chart: IChartApiBase<number>, { from, to }: VisibleRange): boolean {
    const range = chart.timeScale().getVisibleLogicalRange();
    return range !== null && isSameRange(range, { from, to });
  }

  /** Returns the window of the rendered times among the current bars. */
  #shiftedWindow({ bars }: BarResult): BarWindow | undefined {
    return this.#rendered && shiftWindow(this.#rendered.window, this.#rendered.result.bars, bars);
  }

  readonly #onRangeChange = (range: LogicalRange | null): void => {
    if (this.#isSettingData || !range || !this.#result || !this.#visible) return;
    const { from } = this.#window;
    const isResized = this.#plotWidth !== this.#width;
    this.#width = this.#plotWidth;
    const byUser = this.#isPressed || (performance.now() <= this.#draggedUntil && !isResized);
    if (!byUser) {
      // The library loses what is set while it adapts to a size.
      queueMicrotask(this.#restoreRange);
      return;
    }
    this.#visible = { from: range.from + from, to: range.to + from };
    this.#isUserRange = true;
    // A kinetic scroll ends where empty space begins.
    if (!this.#isPressed && this.#settle(this.#bounded(this.#visible, this.#pressedAt))) return;
    const window = windowAround(this.#result.bars.length, this.#visible, this.#window);
    if (window === this.#window) this.#listener.onVisible(this.#visible, true);
    else this.#render(true);
  };

  /** The library adapts to a size within two frames, and may lose a range that is set meanwhile without reporting it. */
  readonly #onSizeChange = (): void => {
    // The axis becomes wider for longer labels. If it became narrower again, moving the chart would resize it all the time.
    this.#setAxisWidth(this.#chart?.priceScale('right').width() ?? 0);
    requestAnimationFrame(() => requestAnimationFrame(this.#restoreRange));
  };

  /** After the plot was too narrow for the range. */
  readonly #restoreRange = (): void => {
    if (this.#visible && !this.#isPressed) this.#show(this.#visible);
  };

  readonly #onPointerDown = (): void => {
    this.#draggedUntil = Number.POSITIVE_INFINITY;
    this.#limitGestures();
  };

  readonly #onPointerUp = (): void => {
    if (!this.#isPressed) return;
    this.#draggedUntil = performance.now() + KINETIC_SCROLL_MS;
    if (this.#visible && this.#isUserRange) this.#settle(this.#bounded(this.#visible, this.#pressedAt));
  };

  get #isPressed(): boolean {
    return this.#draggedUntil === Number.POSITIVE_INFINITY;
  }

  /** Keeps the library from scrolling before the first bar or zooming out beyond all bars while the user drags or pinches. */
  #limitGestures(): void {
    if (!this.#visible || !this.#result || !this.#chart) return;
    const timeScale = this.#chart.timeScale();
    const { from, to } = this.#visible;
    this.#pressedAt = this.#visible;
    this.#hasLimits = true;
    const bars = this.#hasOlderBars ? MAX_VISIBLE_BARS : this.#result.bars.length + RIGHT_MARGIN;
    const maxWidth = Math.min(Math.max(bars, to - from), MAX_VISIBLE_BARS);
    // Limits can change the range. The library reports it when the range is read: the user has not moved the chart.
    this.#isSettingData = true;
    timeScale.applyOptions({ fixLeftEdge: from >= -1, minBarSpacing: this.#plotWidth / maxWidth });
    timeScale.getVisibleLogicalRange();
    this.#isSettingData = false;
  }

  readonly #onCrosshairMove = ({ logical }: MouseEventParams<number>): void => {
    const index = logical === undefined ? undefined : logical + this.#window.from;
    const isBar = index !== undefined && index >= 0 && index < (this.#result?.bars.length ?? 0);
    this.#listener.onCrosshair(isBar ? index : undefined);
  };

  /** On touch screens, the library shows its crosshair only after a long press. */
  readonly #onClick = (event: MouseEventParams<number>): void => {
    const { time, point } = event;
    const price = point && this.#series?.prices.coordinateToPrice(point.y);
    if (!this.#series || time === undefined || typeof price !== 'number')
      this.#chart?.clearCrosshairPosition();
    else this.#chart?.setCrosshairPosition(price, time, this.#series.prices);
    this.#onCrosshairMove(event);
  };
}

function limitWidth({ from, to }: VisibleRange): VisibleRange {
  const width = Math.min(Math.max(to - from, MIN_VISIBLE_BARS), MAX_VISIBLE_BARS);
  return { from: to - width, to };
}

function isSameRange(a: VisibleRange, b: VisibleRange): boolean {
  return Math.abs(a.from - b.from) + Math.abs(a.to - b.to) < 1e-6;
}
