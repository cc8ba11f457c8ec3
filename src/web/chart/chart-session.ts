import { createStore, type StoreApi } from 'zustand/vanilla';
import { NetworkError } from '#web/api/client/errors.ts';
import { serviceNow } from '#web/api/client/service-clock.ts';
import type { BarResult } from './bars/bar-messages.ts';
import { BarSource } from './bars/bar-source.ts';
import { indexAt, RIGHT_MARGIN, timeAt, type VisibleRange } from './bars/bar-window.ts';
import { intervalSeconds, type TimeZone } from './bars/intervals.ts';
import { OverlayLines, type OverlayMarket } from './bars/overlay-lines.ts';
import { type ChartView, rangeSeconds, type TimeSpan } from './chart-view.ts';
import { type ChartColors, readColors } from './rendering/chart-appearance.ts';
import { PriceChart } from './rendering/price-chart.ts';
import { type SessionState, visibleRangeOf } from './requested-range.ts';
import { type FetchTicks, HistoryLoader, TickFeed } from './ticks/tick-feed.ts';
import type { MillisecondRange, Tick } from './ticks/ticks.ts';

export interface SessionOptions {
  readonly fetchTicks: FetchTicks;
  /** Called after the user moved the chart. */
  readonly onMove: (span: TimeSpan) => void;
  /** Whether to show the number of swaps below the prices. Default: true. */
  readonly hasCounts?: boolean;
  /** Whether to poll for new ticks, checked before each request. Default: always. */
  readonly isLive?: () => boolean;
  readonly locale?: string | undefined;
}

const POLL_MS = 5_000;
/** On a historical chart, newer ticks are loaded when fewer bars than this remain after the last visible one. */
const PREFETCH_BARS = 40;
const HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;

/** One market's chart with its ticks, bars and overlays. Independent of any framework. Call `close` when done. */
export class ChartSession {
  readonly #store: StoreApi<SessionState>;
  readonly #element: HTMLElement;
  readonly #chart: PriceChart;
  readonly #source: BarSource;
  readonly #options: SessionOptions;
  readonly #overlays: OverlayLines;
  #feed: TickFeed;
  readonly #historyLoader = new HistoryLoader(() => this.#feed);
  readonly #timer: ReturnType<typeof setInterval>;
  #view: ChartView;
  #factor: number | undefined;
  /** Whether the chart still has to move to the view's range as its bars arrive. */
  #isRangePending = true;

  constructor(element: HTMLElement, view: ChartView, options: SessionOptions) {
    this.#element = element;
    this.#view = view;
    this.#options = options;
    this.#feed = this.#openFeed();
    this.#store = createStore<SessionState>()(() => ({
      feed: this.#feed.state,
      result: undefined,
      visible: undefined,
      requestedRange: view.range,
      crosshairIndex: undefined,
      overlays: undefined,
      overlayErrors: new Map(),
    }));
    this.#overlays = new OverlayLines({
      onLines: () => {
        const { result } = this.#store.getState();
        if (result) this.#render(result, false);
      },
      onErrors: (overlayErrors) => this.#store.setState({ overlayErrors }),
    });
    this.#source = new BarSource((result) => this.#onBars(result));
    // Start before creating the chart, which is slow.
    void this.#loadRange();
    this.#chart = new PriceChart(element, {
      onVisible: (visible, byUser) => {
        this.#store.setState({ visible });
        this.#historyLoader.onVisible(visible.from, byUser);
        if (!byUser) return;
        this.#isRangePending = false;
        this.#store.setState({ requestedRange: undefined });
        this.#loadForward(visible);
        this.#reportMove();
      },
      onCrosshair: (crosshairIndex) => this.#store.setState({ crosshairIndex }),
    });
    this.#applyView();
    this.#timer = setInterval(() => {
      // Errors are ignored: the next poll tries again, and the page shows the age of the newest tick.
      if (options.isLive?.() === false || document.hidden) return;
      this.#feed.loadNewer().catch(() => undefined);
      this.#overlays.loadNewer();
    }, POLL_MS);
  }

  /** For `useStore`. */
  get state(): StoreApi<SessionState> {
    return this.#store;
  }

  get zone(): TimeZone {
    return this.#view.zone;
  }

  /** The visible time span. */
  get span(): TimeSpan | undefined {
    const { visible } = this.#store.getState();
    return visible && this.#spanOf(visible);
  }

  /** The close of the bar under the crosshair, or of the newest bar. NaN without bars. */
  get closeAtCrosshair(): number {
    const { result, crosshairIndex } = this.#store.getState();
    return result?.bars.close.at(crosshairIndex ?? -1) ?? Number.NaN;
  }

  get chart(): PriceChart {
    return this.#chart;
  }

  setView(view: ChartView): void {
    if (view === this.#view) return;
    const isRangeChanged = view.range !== this.#view.range && !this.#isVisible(view.range);
    const hasSameBars = isSameExceptLines(view, this.#view);
    this.#view = view;
    if (hasSameBars) this.#chart.setPriceLevels(view.priceLevels);
    else this.#applyView();
    if (isRangeChanged) this.resetRange();
  }

  /** Multiplies every price by a factor, to convert it to another currency. */
  setFactor(factor: number | undefined): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.#applyView();
  }

  /** Moves back to the view's range and loads its missing ticks. */
  resetRange(): void {
    this.#historyLoader.stop();
    this.#isRangePending = true;
    this.#store.setState({ requestedRange: this.#view.range });
    if (!this.#canReachRange()) this.#restart();
    this.#showRange();
    void this.#loadRange();
  }

  /** Overlays other markets as lines. */
  setOverlays(markets: readonly OverlayMarket[]): void {
    if (markets.length === 0 && this.#overlays.count === 0) return;
    this.#overlays.setMarkets(markets);
    this.#applyView();
    const { result } = this.#store.getState();
    if (result) this.#onBars(result);
  }

  /** Call after the page's colors changed. */
  updateColors(): void {
    this.#applyView();
  }

  get colors(): ChartColors {
    return readColors(this.#element);
  }

  /** The feed of a range that ended long ago does not load the ticks after it. */
  #openFeed(): TickFeed {
    const { range } = this.#view;
    const isHistorical = typeof range === 'object' && range.to * 1000 < serviceNow() - DAY_MS;
    return new TickFeed(
      this.#options.fetchTicks,
      {
        onTicks: (ticks) => this.#source.addTicks(ticks),
        onState: (feed) => {
          const isCompleted = feed.isComplete && !this.#store.getState().feed.isComplete;
          this.#store.setState({ feed });
          // Also after an empty last page, so that space for older bars is removed.
          if (isCompleted) this.#source.build();
        },
      },
      isHistorical ? this.#feedStart(range) : undefined,
    );
  }

  /** Includes the bar that contains the start of the span. Moving averages need whole pages before it. */
  #feedStart({ from, to }: TimeSpan): { readonly from?: Date; readonly to: Date } {
    const { interval, averages } = this.#view;
    const end = new Date(to * 1000);
    if (averages.length > 0) return { to: end };
    const isFixed = interval !== 'auto' && interval !== 'tick';
    const margin = isFixed ? intervalSeconds[interval] : Math.ceil((to - from) / 10);
    return { from: new Date(Math.max(from - margin, 0) * 1000), to: end };
  }

  /** Whether the feed can be extended to the view's range without a gap. */
  #canReachRange(): boolean {
    const { range } = this.#view;
    const { oldest, newest } = this.#feed.state;
    if (typeof range !== 'object') return !this.#feed.isHistorical;
    if (oldest === undefined || newest === undefined) return false;
    return (
      range.to * 1000 >= oldest - DAY_MS && (!this.#feed.isHistorical || range.to * 1000 <= newest + DAY_MS)
    );
  }

  #restart(): void {
    this.#feed.close();
    this.#source.clear();
    this.#feed = this.#openFeed();
    this.#store.setState({ feed: this.#feed.state, result: undefined, crosshairIndex: undefined });
  }

  #loadForward(visible: VisibleRange): void {
    const bars = this.#store.getState().result?.bars;
    if (!bars || !this.#feed.isHistorical || visible.to < bars.length - PREFETCH_BARS) return;
    const span = this.#spanOf(visible);
    if (span) void this.#feed.loadForward(Math.max(span.to - span.from, HOUR_SECONDS) * 1000);
  }

  /** Loads the missing ticks of the view's range. */
  async #loadRange(): Promise<void> {
    const { range } = this.#view;
    if (typeof range === 'object') {
      await this.#feed.loadBackTo(range.from * 1000);
      // Without ticks no bars are built, and the bars of the previous range would stay.
      if (this.#feed.state.newest === undefined) this.#applyView();
    } else {
      if (this.#feed.state.newest === undefined) await this.#feed.loadOlder();
      const { newest, oldest = Number.POSITIVE_INFINITY } = this.#feed.state;
      // Without ticks, or after an error.
      if (newest === undefined) return;
      const start = newest - rangeSeconds(range) * 1000;
      if (oldest > start) await this.#feed.loadBackTo(start);
    }
  }

  /** Loads the view's range again after an error. */
  retry(): void {
    void this.#loadRange();
  }

  /** Resolves with the loaded ticks of a range, oldest first. */
  findTicks(range: MillisecondRange): Promise<readonly Tick[]> {
    return this.#source.findTicks(range);
  }

  /** Loads again what failed because of an outage. */
  retryNetworkErrors(): void {
    const { feed, overlayErrors } = this.#store.getState();
    if (feed.error instanceof NetworkError) this.retry();
    for (const [key, error] of overlayErrors) if (error instanceof NetworkError) this.retryOverlay(key);
  }

  retryOverlay(key: string): void {
    this.#overlays.retry(key);
  }

  stopLoading(): void {
    this.#historyLoader.stop();
    this.#feed.stopLoading();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#feed.close();
    this.#overlays.close();
    this.#source.close();
    this.#chart.remove();
  }

  #applyView(): void {
    const { type, scale, zone, averages, quote, interval, empty, range, priceLevels } = this.#view;
    const { hasCounts = true, locale } = this.#options;
    this.#chart.setAppearance({
      type,
      scale,
      zone,
      averages,
      hasCounts,
      locale,
      overlayCount: this.#overlays.count,
      colors: this.colors,
    });
    this.#chart.setPriceLevels(priceLevels);
    this.#source.setOptions({
      bucketing: { quote, empty, interval: type === 'dots' ? 'tick' : interval, factor: this.#factor },
      averages,
      isLine: type === 'line' || type === 'area',
      isDownsampled: type !== 'candles' && type !== 'bars',
      rangeSeconds: typeof range === 'object' ? range.to - range.from : rangeSeconds(range),
      rangeEnd: typeof range === 'object' ? range.to : undefined,
    });
  }

  #onBars(result: BarResult): void {
    this.#store.setState({ result });
    const { bars, interval } = result;
    const { quote, empty } = this.#view;
    if (bars.length > 0) {
      const options = { bucketing: { quote, empty, interval }, averages: [], rangeSeconds: 0, isLine: true };
      this.#overlays.follow(options, (bars.time[0] ?? 0) * 1000);
    }
    this.#render(result, !this.#feed.isHistorical);
    if (this.#isRangePending) this.#showRange();
    else if (!this.#historyLoader.isLoading && this.#chart.removeEmptySpace()) this.#reportMove();
  }

  #reportMove(): void {
    const { span } = this;
    if (span) this.#options.onMove(span);
  }

  #render(result: BarResult, followsNewest: boolean): void {
    const overlays = this.#overlays.columns(result);
    this.#store.setState({ overlays });
    this.#chart.hasOlderBars = !this.#feed.state.isComplete;
    this.#chart.setBars(result, overlays, followsNewest);
  }

  /** Moves the chart to the view's range. */
  #showRange(): void {
    const { result } = this.#store.getState();
    if (!result || result.bars.length === 0) return;
    const { bars } = result;
    const { range } = this.#view;
    if (typeof range === 'object') {
      this.#chart.setVisible(visibleRangeOf(result, range));
      return;
    }
    const last = bars.length - 1;
    const start = (bars.time[last] ?? 0) - rangeSeconds(range);
    this.#chart.setVisible({ from: Math.max(indexAt(bars, start), 0) - 1, to: last + RIGHT_MARGIN });
  }

  #spanOf({ from, to }: VisibleRange): TimeSpan | undefined {
    const bars = this.#store.getState().result?.bars;
    if (!bars || bars.length < 2) return undefined;
    return { from: Math.floor(timeAt(bars, from)), to: Math.ceil(timeAt(bars, to)) };
  }

  /** Whether a range is the visible span, because the user moved the chart there. */
  #isVisible(range: ChartView['range']): boolean {
    const { span } = this;
    return typeof range === 'object' && range.from === span?.from && range.to === span.to;
  }
}

function isSameExceptLines(a: ChartView, b: ChartView): boolean {
  const textOf = (view: ChartView) => JSON.stringify({ ...view, priceLevels: [] });
  return textOf(a) === textOf(b);
}
