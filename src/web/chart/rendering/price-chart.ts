import {
  createChart,
  type IChartApi,
  LineStyle,
  type LogicalRange,
  type MouseEventParams,
  PriceScaleMode,
} from 'lightweight-charts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { type BarWindow, indexAt, shiftWindow, timeAt, windowAround } from '#web/chart/bars/bar-window.ts';
import { MAX_BARS } from '#web/chart/bars/downsampling.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';
import type { VisibleRange } from '#web/chart/bars/visible-range.ts';
import type { ChartAppearance, ChartScale } from './chart-appearance.ts';
import { ChartSeries } from './chart-series.ts';
import { hasSameBarLength, isSameRendering, type RenderedBars } from './rendered-bars.ts';
import { timeLabels } from './time-labels.ts';

export interface ChartListener {
  /** Other bars are seen: because the reader moved, or because there are others. */
  seen(seen: VisibleRange, byReader: boolean): void;
  /** The reader points at a bar, or at none. */
  pointed(place: number | undefined): void;
}

const SCALES: Readonly<Record<ChartScale, PriceScaleMode>> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

const FEWEST_SEEN = 5;
/** With room beside the newest. */
const MOST_SEEN = MAX_BARS + 20;
/** A chart that was thrown goes on for so long. */
const KINETIC_MS = 1_500;

/** A chart of bars without a framework: one that mounts it tells it what to show, and listens. */
export class PriceChart {
  readonly #chart: IChartApi;
  readonly #listener: ChartListener;
  #series: ChartSeries | undefined;
  #answer: BarResult | undefined;
  #others: OverlayColumns = { lines: [], spread: undefined };
  #window: BarWindow = { from: 0, to: 0 };
  #drawn: RenderedBars | undefined;
  #seen: VisibleRange | undefined;
  readonly #container: HTMLElement;
  /** The moment to which moves are the reader's: the library tells of its own in the same way. */
  #heldUntil = 0;
  /** While the library is given bars, it tells of ranges that nobody will see. */
  #isFilling = false;

  constructor(container: HTMLElement, listener: ChartListener) {
    this.#listener = listener;
    this.#container = container;
    container.addEventListener('pointerdown', this.#held);
    addEventListener('pointerup', this.#released);
    addEventListener('pointercancel', this.#released);
    this.#chart = createChart(container, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 12 },
      handleScroll: { mouseWheel: false, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
      handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: true },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true, rightOffset: 4, minBarSpacing: 0.1 },
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#moved);
    this.#chart.subscribeCrosshairMove(this.#pointed);
    this.#chart.subscribeClick(this.#tapped);
  }

  look(look: ChartAppearance): void {
    const { colours, scale, zone, locale } = look;
    const labels = timeLabels(zone, locale);
    const cross = { color: colours.muted, style: LineStyle.Dashed, labelBackgroundColor: colours.muted };
    this.#chart.applyOptions({
      layout: {
        background: { color: colours.ground },
        textColor: colours.muted,
        panes: { separatorColor: colours.line, separatorHoverColor: colours.line, enableResize: false },
      },
      grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
      crosshair: { vertLine: cross, horzLine: cross },
      rightPriceScale: { mode: SCALES[scale] },
      timeScale: { tickMarkFormatter: labels.mark },
      localization: { timeFormatter: labels.point },
    });
    const lines = this.#series?.linePrices ?? [];
    this.#series?.remove();
    this.#series = new ChartSeries(this.#chart, look);
    this.#series.drawLines(lines);
    this.#drawn = undefined;
    this.#fill();
  }

  /** Shows other bars of the same market, at the time that was seen before; `follows`: who sees the newest bar goes on seeing it. */
  show(answer: BarResult, others: OverlayColumns, follows: boolean): void {
    this.#others = others;
    const before = this.#answer;
    this.#answer = answer;
    if (!before || !this.#seen || before.bars.length === 0) {
      this.#fill();
      return;
    }
    const { from, to } = this.#seen;
    const width = to - from;
    const last = before.bars.length - 1;
    const place = follows && to >= last ? answer.bars.length - 1 - last + to : this.#positionAt(before, to);
    const isSame = hasSameBarLength(before, answer);
    this.see(isSame ? { from: place - width, to: place } : this.#sameTime(before, this.#seen));
  }

  see({ from, to }: VisibleRange, byReader = false): void {
    const width = Math.min(Math.max(to - from, FEWEST_SEEN), MOST_SEEN);
    this.#seen = { from: to - width, to };
    this.#fill(byReader);
  }

  /** Sees `factor` times as much, around a share of what is seen. */
  zoom(factor: number, around = 1): void {
    if (!this.#seen) return;
    const { from, to } = this.#seen;
    const middle = from + (to - from) * around;
    this.see({ from: middle - (middle - from) * factor, to: middle + (to - middle) * factor }, true);
  }

  /** Puts the cross on a bar, and that bar into sight. */
  point(place: number): void {
    const { bars } = this.#answer ?? {};
    const close = bars?.close[place];
    if (!bars || !this.#seen || !this.#series || close === undefined) return;
    const { from, to } = this.#seen;
    const aside = place < from ? place - from : place > to ? place - to : 0;
    if (aside !== 0) this.see({ from: from + aside, to: to + aside }, true);
    const time = (bars.time[place] ?? 0) as Parameters<IChartApi['setCrosshairPosition']>[1];
    if (Number.isNaN(close)) this.#chart.clearCrosshairPosition();
    else this.#chart.setCrosshairPosition(close * this.#series.factor, time, this.#series.prices);
    // The library does not tell of a cross that it was told to put.
    this.#listener.pointed(place);
  }

  /** The share of the width, from the left, at which a coordinate of the container is. */
  shareAt(x: number): number {
    const width = this.#chart.timeScale().width();
    return width > 0 ? Math.min(Math.max(x / width, 0), 1) : 1;
  }

  /** A price and a second at a point of the container. */
  at(x: number, y: number): { readonly price: number; readonly second: number } | undefined {
    const drawn = this.#series?.prices.coordinateToPrice(y) ?? undefined;
    const place = this.#chart.timeScale().coordinateToLogical(x) ?? undefined;
    const bars = this.#answer?.bars;
    if (drawn === undefined || place === undefined || !bars || bars.length === 0) return undefined;
    const price = drawn / (this.#series?.factor ?? 1);
    return { price, second: timeAt(bars, place + this.#window.from) };
  }

  /** Draws lines across at these prices, in place of those before. */
  lines(prices: readonly number[]): void {
    this.#series?.drawLines(prices);
  }

  picture(): HTMLCanvasElement {
    return this.#chart.takeScreenshot();
  }

  remove(): void {
    this.#container.removeEventListener('pointerdown', this.#held);
    removeEventListener('pointerup', this.#released);
    removeEventListener('pointercancel', this.#released);
    this.#chart.unsubscribeClick(this.#tapped);
    this.#chart.unsubscribeCrosshairMove(this.#pointed);
    this.#chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.#moved);
    this.#chart.remove();
  }

  #positionAt(before: BarResult, place: number): number {
    const whole = Math.floor(place);
    const { bars } = this.#answer ?? before;
    const time = before.bars.time[Math.min(Math.max(whole, 0), before.bars.length - 1)] ?? 0;
    return indexAt(bars, time) + (place - Math.min(Math.max(whole, 0), before.bars.length - 1));
  }

  #sameTime(before: BarResult, seen: VisibleRange): VisibleRange {
    const to = Math.ceil(this.#positionAt(before, seen.to));
    const from = Math.floor(this.#positionAt(before, Math.max(seen.from, 0)));
    return { from, to };
  }

  #fill(byReader = false): void {
    const answer = this.#answer;
    if (!answer || !this.#series) return;
    const { length } = answer.bars;
    this.#seen ??= { from: length - 120, to: length + 3 };
    this.#window = windowAround(length, this.#seen, this.#windowOf(answer));
    const drawn = { answer, others: this.#others, window: this.#window };
    const { from } = this.#window;
    const range = { from: this.#seen.from - from, to: this.#seen.to - from };
    this.#isFilling = true;
    const isSame = this.#drawn !== undefined && isSameRendering(this.#drawn, drawn);
    if (!isSame) this.#series.fill(answer, this.#others, this.#window);
    this.#drawn = drawn;
    if (!isSame || !this.#shows(range)) this.#chart.timeScale().setVisibleLogicalRange(range);
    this.#isFilling = false;
    this.#listener.seen(this.#seen, byReader);
  }

  /** The library draws anew whenever it is told a range, the same one too. */
  #shows({ from, to }: VisibleRange): boolean {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    return range !== null && Math.abs(range.from - from) + Math.abs(range.to - to) < 1e-6;
  }

  /** Where the bars are now that were drawn before. */
  #windowOf({ bars }: BarResult): BarWindow | undefined {
    return this.#drawn && shiftWindow(this.#drawn.window, this.#drawn.answer.bars, bars);
  }

  readonly #moved = (range: LogicalRange | null): void => {
    if (this.#isFilling || !range || !this.#answer) return;
    const { from } = this.#window;
    this.#seen = { from: range.from + from, to: range.to + from };
    const byReader = performance.now() <= this.#heldUntil;
    const window = windowAround(this.#answer.bars.length, this.#seen, this.#window);
    if (byReader && window !== this.#window) this.#fill(true);
    else this.#listener.seen(this.#seen, byReader);
  };

  readonly #held = (): void => {
    this.#heldUntil = Number.POSITIVE_INFINITY;
  };

  readonly #released = (): void => {
    if (this.#heldUntil === Number.POSITIVE_INFINITY) this.#heldUntil = performance.now() + KINETIC_MS;
  };

  readonly #pointed = ({ logical }: MouseEventParams): void => {
    const place = logical === undefined ? undefined : logical + this.#window.from;
    const isBar = place !== undefined && place >= 0 && place < (this.#answer?.bars.length ?? 0);
    this.#listener.pointed(isBar ? place : undefined);
  };

  /** Under a finger the library puts its cross only after a long press. */
  readonly #tapped = (event: MouseEventParams): void => {
    const { time, point } = event;
    const price = point && this.#series?.prices.coordinateToPrice(point.y);
    if (!this.#series || time === undefined || typeof price !== 'number')
      this.#chart.clearCrosshairPosition();
    else this.#chart.setCrosshairPosition(price, time, this.#series.prices);
    this.#pointed(event);
  };
}
