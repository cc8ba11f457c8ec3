import { createStore, type StoreApi } from 'zustand/vanilla';
import { serviceNow } from '#web/api/client/service-clock.ts';
import type { BarResult } from './bars/bar-messages.ts';
import { BarSource } from './bars/bar-source.ts';
import type { VisibleRange } from './bars/bar-window.ts';
import type { ColumnFactors } from './bars/bars.ts';
import type { TimeZone } from './bars/intervals.ts';
import type { OverlayColumns, OverlayLines, OverlayListener, OverlayMarket } from './bars/overlay-lines.ts';
import { type ChartView, isLine, rangeSeconds, suitableCandles, type TimeSpan } from './chart-view.ts';
import { type FeedState, type HistoryFeed, HistoryLoader, toError } from './history/history-feed.ts';
import {
  type CandleInterval,
  candleSeconds,
  isRefusal,
  type MarketHistory,
  type MillisecondRange,
  type Tick,
} from './history/market-history.ts';
import {
  type AddOverlays,
  type ChartColors,
  readColors,
  type ShownIndicators,
} from './rendering/chart-appearance.ts';
import { PriceChart } from './rendering/price-chart.ts';
import {
  canReach,
  isSameSpan,
  loadedSpan,
  type SessionState,
  spanOf,
  visibleRangeOf,
  visibleSpan,
} from './requested-range.ts';

export interface SessionOptions {
  readonly history: MarketHistory;
  /** Called after the user moved the chart. */
  readonly onMove: (span: TimeSpan) => void;
  /** Default: no other markets can be overlaid, as in embeds. */
  readonly overlays?: {
    readonly createLines: (listener: OverlayListener) => OverlayLines;
    readonly addSeries: AddOverlays;
  };
  /** Whether to show bars of volumes or swaps below the prices. Default: true. */
  readonly hasActivity?: boolean;
  /** Whether to poll for new swaps, checked before each request. Default: always. */
  readonly isLive?: () => boolean;
  readonly locale?: string | undefined;
}

const POLL_MS = 5_000;
/** On a historical chart, newer candles are loaded when fewer bars than this remain after the last visible one. */
const PREFETCH_BARS = 40;
const HOUR_SECONDS = 3_600;
const NO_OVERLAYS: OverlayColumns = { lines: [], spread: undefined };

/** One market's chart with its history, bars and overlays. Independent of any framework. Call `close` when done. */
export class ChartSession {
  readonly #store: StoreApi<SessionState>;
  readonly #element: HTMLElement;
  /** As read when the page's colors last changed, because reading them takes longer than rendering a frame. */
  #colors: ChartColors;
  readonly #chart: PriceChart;
  readonly #source: BarSource;
  readonly #options: SessionOptions;
  readonly #overlays: OverlayLines | undefined;
  /** Interval of the candles to show. Undefined: ticks are shown. */
  #candleInterval: CandleInterval | undefined;
  /** Interval of the candles that the feed loads, which may be shorter. */
  #loadedInterval: CandleInterval | undefined;
  #feed: HistoryFeed;
  /** The range that the feed was opened for. */
  #feedRange: ChartView['range'] | undefined;
  /** Length of the market's whole history in seconds. Infinite until it is known. */
  #historySeconds = Number.POSITIVE_INFINITY;
  readonly #historyLoader = new HistoryLoader(() => this.#feed);
  /** Why bars cannot be built, as without the code that builds them. */
  #buildError: Error | undefined;
  readonly #timer: ReturnType<typeof setInterval>;
  #view: ChartView;
  #factors: ColumnFactors | undefined;
  #indicators: ShownIndicators | undefined;
  /** Whether the chart still has to move to the view's range as its bars arrive. */
  #isRangePending = true;

  constructor(element: HTMLElement, view: ChartView, options: SessionOptions) {
    this.#element = element;
    this.#colors = readColors(element);
    this.#view = view;
    this.#options = options;
    this.#source = new BarSource(
      (result) => this.#onBars(result),
      (error) => {
        this.#buildError = toError(error);
        this.#onFeed(this.#feed.state);
      },
    );
    const hasCandles = options.history.fetchCandles !== undefined;
    this.#candleInterval = hasCandles ? suitableCandles(view, this.#historySeconds) : undefined;
    this.#feed = this.#openFeed();
    this.#store = createStore<SessionState>()(() => ({
      feed: this.#feed.state,
      hasCandles,
      result: undefined,
      visible: undefined,
      requestedRange: view.range,
      crosshairIndex: undefined,
      overlays: undefined,
      overlayErrors: new Map(),
    }));
    this.#overlays = options.overlays?.createLines({
      onLines: () => {
        const { result } = this.#store.getState();
        if (result) this.#render(result, false);
      },
      onErrors: (overlayErrors) => this.#store.setState({ overlayErrors }),
    });
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
      if (options.isLive?.() !== false) this.loadNewer();
    }, POLL_MS);
  }

  /** Loads what is new, unless the page is hidden. */
  loadNewer(): void {
    if (document.hidden) return;
    // Errors are ignored: the next poll tries again, and the page shows the age of the newest tick.
    this.#feed.loadNewer().catch(() => undefined);
    this.#overlays?.loadNewer();
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
    return visibleSpan(this.#store.getState());
  }

  get chart(): PriceChart {
    return this.#chart;
  }

  setView(view: ChartView): void {
    if (view === this.#view) return;
    // The user may have moved the chart to the range.
    const isRangeChanged = view.range !== this.#view.range && !isSameSpan(view.range, this.span);
    this.#view = view;
    this.#applyView();
    if (isRangeChanged) this.resetRange();
  }

  /** Multiplies prices and volumes, to convert them to another currency or to market caps. */
  setFactors(factors: ColumnFactors | undefined): void {
    if (factors === this.#factors) return;
    this.#factors = factors;
    this.#applyView();
  }

  /** Moves back to the view's range and loads what is missing of it. */
  resetRange(): void {
    this.#historyLoader.stop();
    this.#isRangePending = true;
    const { range } = this.#view;
    this.#store.setState({ requestedRange: range });
    if (range !== this.#feedRange && !canReach(range, this.#feed)) this.#restart();
    this.#showRange();
    void this.#loadRange();
  }

  /** Overlays other markets as lines. */
  setOverlays(markets: readonly OverlayMarket[]): void {
    if (!this.#overlays || (markets.length === 0 && this.#overlays.count === 0)) return;
    this.#overlays.setMarkets(markets);
    this.#applyView();
    const { result } = this.#store.getState();
    if (result) this.#onBars(result);
  }

  /** Shows indicators, and loads what they need before the view's range. Undefined: shows none. */
  setIndicators(indicators: ShownIndicators | undefined): void {
    this.#indicators = indicators;
    this.#applyView();
    void this.#loadNeeded();
  }

  /** Call after the page's colors changed. */
  updateColors(): void {
    this.#colors = readColors(this.#element);
    this.#applyView();
  }

  get colors(): ChartColors {
    return this.#colors;
  }

  #openFeed(): HistoryFeed {
    const { range, interval } = this.#view;
    this.#feedRange = range;
    this.#loadedInterval = this.#candleInterval;
    const warmUp = this.#warmUp;
    return this.#source.openFeed(this.#options.history, {
      ...loadedSpan(range, this.#candleInterval ?? interval, warmUp > 0, this.#historySeconds),
      candleInterval: this.#candleInterval,
      warmUp,
      onState: (feed) => this.#onFeed(feed),
    });
  }

  #onFeed(feed: FeedState): void {
    if (feed.error && feed.newest === undefined && this.#candleInterval && isRefusal(feed.error)) {
      this.#store.setState({ hasCandles: false });
      this.#updateCandles();
      return;
    }
    const { isComplete, newest } = this.#store.getState().feed;
    this.#store.setState({ feed: { ...feed, error: this.#buildError ?? feed.error } });
    // A market that had no swaps yet has a length with its first ones.
    if (!feed.isComplete || (isComplete && newest !== undefined)) return;
    this.#measureHistory(feed);
    // Also after an empty last page, so that space for older bars is removed.
    if (!this.#updateCandles()) this.#setBarOptions();
  }

  #measureHistory({ oldest, newest }: FeedState): void {
    if (!this.#loadedInterval || this.#feed.isHistorical || oldest === undefined || newest === undefined)
      return;
    const end = Math.min(newest + candleSeconds[this.#loadedInterval] * 1000, serviceNow());
    // Longer candles start before the first swap.
    this.#historySeconds = Math.min(this.#historySeconds, (end - oldest) / 1000);
  }

  /** Shows candles of another interval, or ticks, if the view needs them. Returns whether it does. */
  #updateCandles(): boolean {
    const { hasCandles } = this.#store.getState();
    const interval = hasCandles ? suitableCandles(this.#view, this.#historySeconds) : undefined;
    if (interval === this.#candleInterval) return false;
    this.#candleInterval = interval;
    const isLoaded = this.#hasAll(interval);
    if (!isLoaded) this.#reopen();
    // The range was only shown as far as it was loaded.
    this.#isRangePending = true;
    this.#setBarOptions();
    if (!isLoaded) void this.#loadRange();
    return true;
  }

  /** Whether all candles of an interval can be made of those that are loaded. */
  #hasAll(interval: CandleInterval | undefined): boolean {
    if (!interval || !this.#loadedInterval || this.#feed.isHistorical) return false;
    return this.#feed.state.isComplete && candleSeconds[interval] >= candleSeconds[this.#loadedInterval];
  }

  #reopen(): void {
    this.#feed.close();
    this.#feed = this.#openFeed();
    this.#store.setState({ feed: this.#feed.state });
  }

  #restart(): void {
    this.#reopen();
    this.#store.setState({ result: undefined, crosshairIndex: undefined });
  }

  #loadForward(visible: VisibleRange): void {
    const bars = this.#store.getState().result?.bars;
    if (!bars || !this.#feed.isHistorical || visible.to < bars.length - PREFETCH_BARS) return;
    const { span } = this;
    if (span) void this.#feed.loadForward(Math.max(span.to - span.from, HOUR_SECONDS) * 1000);
  }

  /** Loads what is missing of the view's range. */
  async #loadRange(): Promise<void> {
    const { range } = this.#view;
    if (typeof range === 'object') {
      await this.#feed.loadBackTo(this.#neededFrom() ?? range.from * 1000);
      // Without swaps no bars are built, and the bars of the previous range would stay.
      if (this.#feed.state.newest === undefined) this.#applyView();
    } else {
      if (this.#feed.state.newest === undefined) await this.#feed.loadOlder();
      await this.#loadNeeded();
    }
  }

  /** Does nothing without swaps, and after an error. */
  async #loadNeeded(): Promise<void> {
    const { oldest = Number.POSITIVE_INFINITY } = this.#feed.state;
    const from = this.#neededFrom();
    if (from !== undefined && oldest > from) await this.#feed.loadBackTo(from);
  }

  /** Number of bars before the visible ones that averages and indicators need. */
  get #warmUp(): number {
    const seconds = this.#loadedInterval ? candleSeconds[this.#loadedInterval] : Number.POSITIVE_INFINITY;
    const lengths = this.#view.averages.map(({ length }) => length);
    return Math.max(this.#indicators?.warmUp(seconds) ?? 0, ...lengths);
  }

  /** Returns since when swaps are needed, in milliseconds. Undefined while the end of the range is unknown. */
  #neededFrom(): number | undefined {
    const seconds = this.#loadedInterval ? this.#warmUp * candleSeconds[this.#loadedInterval] : 0;
    const start = spanOf(this.#view.range, this.#feed.state.newest)?.from;
    return start === undefined ? undefined : (start - seconds) * 1000;
  }

  /** Builds bars or loads the view's range again after an error. */
  retry(): void {
    const feed = this.#feed.state;
    if (this.#buildError) {
      this.#buildError = undefined;
      this.#source.retry();
      this.#onFeed(feed);
      if (!feed.error) return;
    }
    const { newest } = feed;
    // During an outage, candles seemed to be missing.
    const hasCandles = this.#options.history.fetchCandles !== undefined;
    if (newest === undefined && hasCandles) this.#store.setState({ hasCandles });
    if (!this.#updateCandles()) void this.#loadRange();
  }

  get history(): MarketHistory {
    return this.#options.history;
  }

  /** Resolves with the loaded ticks of a range, oldest first. Undefined if candles are loaded. */
  findTicks(range: MillisecondRange): Promise<readonly Tick[]> | undefined {
    return this.#candleInterval === undefined ? this.#source.findTicks(range) : undefined;
  }

  retryOverlay(key: string): void {
    this.#overlays?.retry(key);
  }

  stopLoading(): void {
    this.#historyLoader.stop();
    this.#feed.stopLoading();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#feed.close();
    this.#overlays?.close();
    this.#source.close();
    this.#chart.remove();
  }

  #applyView(): void {
    const { type, scale, zone, averages, activity, priceLevels } = this.#view;
    const { hasActivity = true, locale, overlays } = this.#options;
    this.#chart.setAppearance({
      type,
      scale,
      zone,
      averages,
      activity: hasActivity ? activity : undefined,
      locale,
      overlayCount: this.#overlays?.count ?? 0,
      addOverlays: overlays?.addSeries,
      indicators: this.#indicators,
      colors: this.#colors,
    });
    this.#chart.setPriceLevels(priceLevels);
    if (!this.#updateCandles()) this.#setBarOptions();
  }

  #setBarOptions(): void {
    const { type, averages, quote, interval, empty, range } = this.#view;
    this.#source.setOptions({
      quote,
      candleInterval: this.#candleInterval,
      bucketing: { empty, interval: type === 'dots' ? 'tick' : interval, factors: this.#factors },
      averages,
      indicators: this.#indicators?.list,
      isComplete: this.#feed.state.isComplete,
      isLine: isLine(type),
      isDownsampled: type !== 'candles' && type !== 'bars',
      rangeSeconds: typeof range === 'object' ? range.to - range.from : rangeSeconds(range),
      rangeEnd: typeof range === 'object' ? range.to : undefined,
    });
  }

  #onBars(result: BarResult): void {
    const { bars, interval, hasVolumes } = result;
    // Until candles of another interval are loaded, the former bars stay.
    const { isLoading, newest } = this.#feed.state;
    const isFormer = (hasVolumes ? interval : undefined) !== this.#candleInterval;
    const isEarly = isLoading && newest === undefined && this.#store.getState().result !== undefined;
    if (isFormer || isEarly) return;
    this.#store.setState({ result });
    const { quote, empty } = this.#view;
    if (bars.length > 0) {
      const options = { quote, candleInterval: this.#candleInterval, bucketing: { empty, interval } };
      this.#overlays?.follow(options, (bars.time[0] ?? 0) * 1000);
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
    const overlays = this.#overlays?.columns(result) ?? NO_OVERLAYS;
    this.#store.setState({ overlays });
    this.#chart.hasOlderBars = !this.#feed.state.isComplete;
    this.#chart.setBars(result, overlays, followsNewest);
  }

  /** Moves the chart to the view's range. */
  #showRange(): void {
    const { result } = this.#store.getState();
    if (result && result.bars.length > 0) this.#chart.setVisible(visibleRangeOf(result, this.#view.range));
  }
}
