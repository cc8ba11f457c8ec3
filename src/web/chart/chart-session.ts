import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BarResult } from './bars/bar-messages.ts';
import { BarSource } from './bars/bar-source.ts';
import { indexAt, timeAt } from './bars/bar-window.ts';
import { intervalSeconds } from './bars/intervals.ts';
import { OverlayLines, type OverlayMarket } from './bars/overlay-lines.ts';
import { visibleRangeOf } from './bars/requested-range.ts';
import type { VisibleRange } from './bars/visible-range.ts';
import { type ChartView, rangeSeconds, type TimeSpan } from './chart-view.ts';
import { type ChartColours, readColours, type TimeZone } from './rendering/chart-appearance.ts';
import { PriceChart } from './rendering/price-chart.ts';
import type { SessionState } from './session-state.ts';
import { HistoryLoader } from './ticks/history-loader.ts';
import { type FetchTicks, TickFeed } from './ticks/tick-feed.ts';
import type { MillisecondRange, Tick } from './ticks/ticks.ts';

export interface SessionOptions {
  readonly ask: FetchTicks;
  /** The reader moved to another stretch. */
  readonly onMoved: (span: TimeSpan) => void;
  readonly hasCounts?: boolean;
  /** Whether new ticks are asked for. */
  readonly isLive?: boolean;
  readonly locale?: string | undefined;
}

const LIVE_INTERVAL = 5_000;
/** Newer ticks of a chart of the past are fetched when fewer bars than this are left after the last that is seen. */
const BARS_AHEAD = 40;
/** Bars of room beside the newest. */
const ROOM = 3;
const HOUR = 3_600;
/** Milliseconds. */
const LONG_AGO = 86_400_000;

/** One market's chart with everything behind it; no framework. Whoever opens it closes it. */
export class ChartSession {
  readonly #store: StoreApi<SessionState>;
  readonly #element: HTMLElement;
  readonly #chart: PriceChart;
  readonly #source: BarSource;
  readonly #options: SessionOptions;
  readonly #others: OverlayLines;
  #feed: TickFeed;
  readonly #back = new HistoryLoader(() => this.#feed);
  readonly #timer: ReturnType<typeof setInterval>;
  #view: ChartView;
  /** Whether the view's range is still to be seen: its bars are on their way. */
  #isArriving = true;

  constructor(element: HTMLElement, view: ChartView, options: SessionOptions) {
    this.#element = element;
    this.#view = view;
    this.#options = options;
    this.#feed = this.#openFeed();
    this.#store = createStore<SessionState>()(() => ({
      feed: this.#feed.state,
      answer: undefined,
      seen: undefined,
      asked: view.range,
      pointed: undefined,
      others: undefined,
      overlayErrors: new Map(),
    }));
    this.#others = new OverlayLines({
      lines: () => {
        const { answer } = this.#store.getState();
        if (answer) this.#showWith(answer, false);
      },
      faults: (overlayErrors) => this.#store.setState({ overlayErrors }),
    });
    this.#source = new BarSource((answer) => this.#show(answer));
    // Ticks come while the chart is made, which takes as long.
    void this.#arrive();
    this.#chart = new PriceChart(element, {
      seen: (seen, byReader) => {
        this.#store.setState({ seen });
        this.#back.seen(seen.from, byReader);
        if (!byReader) return;
        this.#isArriving = false;
        this.#store.setState({ asked: undefined });
        this.#loadForward(seen);
        const span = this.#spanOf(seen);
        if (span) options.onMoved(span);
      },
      pointed: (pointed) => this.#store.setState({ pointed }),
    });
    this.#draw();
    this.#timer = setInterval(() => {
      // A failure shows by the age of the newest tick, and the next time tries again.
      if (options.isLive === false || document.hidden) return;
      this.#feed.loadNewer().catch(() => undefined);
      this.#others.loadNewer();
    }, LIVE_INTERVAL);
  }

  /** For `useStore`. */
  get state(): StoreApi<SessionState> {
    return this.#store;
  }

  get zone(): TimeZone {
    return this.#view.zone;
  }

  /** The stretch that is seen. */
  get span(): TimeSpan | undefined {
    const { seen } = this.#store.getState();
    return seen && this.#spanOf(seen);
  }

  /** The chart itself, for what moves it. */
  get chart(): PriceChart {
    return this.#chart;
  }

  look(view: ChartView): void {
    if (view === this.#view) return;
    const hasOtherRange = view.range !== this.#view.range && !this.#isSeen(view.range);
    this.#view = view;
    this.#draw();
    if (hasOtherRange) this.again();
  }

  /** Shows the view's range once more, and reads what is still missing of it. */
  again(): void {
    this.#back.stop();
    this.#isArriving = true;
    this.#store.setState({ asked: this.#view.range });
    if (!this.#reaches()) this.#startAnew();
    this.#see();
    void this.#arrive();
  }

  /** Lays other markets over this one, as lines. */
  setOverlays(markets: readonly OverlayMarket[]): void {
    if (markets.length === 0 && this.#others.count === 0) return;
    this.#others.show(markets);
    this.#draw();
    const { answer } = this.#store.getState();
    if (answer) this.#show(answer);
  }

  /** After a change of the page's colours. */
  updateColours(): void {
    this.#draw();
  }

  get colours(): ChartColours {
    return readColours(this.#element);
  }

  /** A stretch long ago is read by itself, without all that came after it. */
  #openFeed(): TickFeed {
    const { range } = this.#view;
    const isHistorical = typeof range === 'object' && range.to * 1000 < Date.now() - LONG_AGO;
    return new TickFeed(
      this.#options.ask,
      { ticks: (ticks) => this.#source.add(ticks), state: (feed) => this.#store.setState({ feed }) },
      isHistorical ? this.#startOf(range) : undefined,
    );
  }

  /** With room for the bar that a stretch begins in; where averages need more, whole pages up to its end. */
  #startOf({ from, to }: TimeSpan): { readonly from?: Date; readonly to: Date } {
    const { interval, averages } = this.#view;
    const end = new Date(to * 1000);
    if (averages.length > 0) return { to: end };
    const isFixed = interval !== 'auto' && interval !== 'tick';
    const room = isFixed ? intervalSeconds[interval] : Math.ceil((to - from) / 10);
    return { from: new Date(Math.max(from - room, 0) * 1000), to: end };
  }

  /** Whether what was read leads to the view's range without a hole. */
  #reaches(): boolean {
    const { range } = this.#view;
    const { oldest, newest } = this.#feed.state;
    if (typeof range !== 'object') return !this.#feed.isHistorical;
    if (oldest === undefined || newest === undefined) return false;
    return (
      range.to * 1000 >= oldest - LONG_AGO &&
      (!this.#feed.isHistorical || range.to * 1000 <= newest + LONG_AGO)
    );
  }

  #startAnew(): void {
    this.#feed.close();
    this.#source.forget();
    this.#feed = this.#openFeed();
    this.#store.setState({ feed: this.#feed.state, answer: undefined, pointed: undefined });
  }

  #loadForward(seen: VisibleRange): void {
    const bars = this.#store.getState().answer?.bars;
    if (!bars || !this.#feed.isHistorical || seen.to < bars.length - BARS_AHEAD) return;
    const span = this.#spanOf(seen);
    if (span) void this.#feed.loadForward(Math.max(span.to - span.from, HOUR) * 1000);
  }

  /** Reads what is missing of the view's range; also after a failure. */
  async #arrive(): Promise<void> {
    const { range } = this.#view;
    if (typeof range === 'object') {
      await this.#feed.loadBackTo(range.from * 1000);
      // No ticks come: the bars of another stretch would stay.
      if (this.#feed.state.newest === undefined) this.#draw();
    } else {
      if (this.#feed.state.newest === undefined) await this.#feed.loadOlder();
      const start = (this.#feed.state.newest ?? 0) - rangeSeconds(range) * 1000;
      if ((this.#feed.state.oldest ?? Number.POSITIVE_INFINITY) > start) await this.#feed.loadBackTo(start);
    }
  }

  retry(): void {
    void this.#arrive();
  }

  /** The ticks of a stretch, as far as they are here. */
  find(moments: MillisecondRange): Promise<readonly Tick[]> {
    return this.#source.find(moments);
  }

  retryOverlay(key: string): void {
    this.#others.retry(key);
  }

  stop(): void {
    this.#back.stop();
    this.#feed.stop();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#feed.close();
    this.#others.close();
    this.#source.close();
    this.#chart.remove();
  }

  #draw(): void {
    const { type, scale, zone, averages, quote, interval, empty, range } = this.#view;
    const { hasCounts = true, locale } = this.#options;
    this.#chart.look({
      type,
      scale,
      zone,
      averages,
      hasCounts,
      locale,
      others: this.#others.count,
      colours: this.colours,
    });
    this.#source.draw({
      bucketing: { quote, empty, interval: type === 'dots' ? 'tick' : interval },
      averages,
      isJoined: type === 'line' || type === 'area',
      isThinned: type !== 'candles' && type !== 'bars',
      seconds: typeof range === 'object' ? range.to - range.from : rangeSeconds(range),
      until: typeof range === 'object' ? range.to : undefined,
    });
  }

  #show(answer: BarResult): void {
    this.#store.setState({ answer });
    const { bars, interval } = answer;
    const { quote, empty } = this.#view;
    if (bars.length > 0) {
      const drawing = { bucketing: { quote, empty, interval }, averages: [], seconds: 0, isJoined: true };
      this.#others.follow(drawing, (bars.time[0] ?? 0) * 1000);
    }
    this.#showWith(answer, !this.#feed.isHistorical);
    if (this.#isArriving) this.#see();
  }

  #showWith(answer: BarResult, follows: boolean): void {
    const others = this.#others.columns(answer);
    this.#store.setState({ others });
    this.#chart.show(answer, others, follows);
  }

  /** Shows the view's range as far as there are bars of it. */
  #see(): void {
    const { answer } = this.#store.getState();
    if (!answer || answer.bars.length === 0) return;
    const { bars } = answer;
    const { range } = this.#view;
    if (typeof range === 'object') {
      this.#chart.see(visibleRangeOf(answer, range));
      return;
    }
    const last = bars.length - 1;
    const start = (bars.time[last] ?? 0) - rangeSeconds(range);
    this.#chart.see({ from: Math.max(indexAt(bars, start), 0) - 1, to: last + ROOM });
  }

  #spanOf({ from, to }: VisibleRange): TimeSpan | undefined {
    const bars = this.#store.getState().answer?.bars;
    if (!bars || bars.length < 2) return undefined;
    return { from: Math.floor(timeAt(bars, from)), to: Math.ceil(timeAt(bars, to)) };
  }

  /** Whether a stretch is the one that is seen: told by the reader's own move. */
  #isSeen(range: ChartView['range']): boolean {
    const { span } = this;
    return typeof range === 'object' && range.from === span?.from && range.to === span.to;
  }
}
