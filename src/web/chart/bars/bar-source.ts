import { type FeedState, HistoryFeed, type HistoryQuery } from '#web/chart/history/history-feed.ts';
import {
  type Candle,
  type CandleInterval,
  candleSeconds,
  type MarketHistory,
  type MillisecondRange,
  type Tick,
} from '#web/chart/history/market-history.ts';
import type { BarBuilder } from './bar-builder.ts';
import type { BarOptions, BarRequest, BarResult, TickResult } from './bar-messages.ts';

/** Idle time after each build, as a multiple of its duration: building takes at most a quarter of the time. */
const IDLE_RATIO = 3;

interface FeedOptions {
  /** Undefined: the feed loads ticks. */
  readonly candleInterval: CandleInterval | undefined;
  /** Seconds from the first candle that is needed to the end of the feed. */
  readonly seconds: number;
  /** Number of candles before that which averages and indicators need. */
  readonly warmUp?: number;
  readonly start?: Pick<HistoryQuery, 'from' | 'to'> | undefined;
  readonly onState: (state: FeedState) => void;
}

/** Bounds of the number of candles of a page. */
const MIN_CANDLES = 200;
const MAX_CANDLES = 1_000;
/** Candles before the visible ones, so that a small move does not have to wait. */
const SPARE_CANDLES = 100;

/** Builds bars from ticks or candles in a worker, or on the main thread if a worker cannot be started. */
export class BarSource {
  #worker: Worker | undefined;
  /** Loaded only if there is no worker. */
  #builder: BarBuilder | undefined;
  /** Requests until the first one is answered, or the code for it is loaded here: loading that of a worker can fail. */
  #unconfirmed: BarRequest[] | undefined = [];
  readonly #onBars: (result: BarResult) => void;
  readonly #onError: (error: unknown) => void;
  readonly #tickRequests = new Map<number, (ticks: readonly Tick[]) => void>();
  #options: BarOptions | undefined;
  #lastId = 0;
  #isBuilding = false;
  #isStale = false;
  #idleUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /**
   * `onError` is called if bars cannot be built: neither a worker nor the main thread can load the code, or it fails. `retry`
   * tries again.
   */
  constructor(onBars: (result: BarResult) => void, onError: (error: unknown) => void) {
    this.#onBars = onBars;
    this.#onError = onError;
    const worker = startWorker();
    this.#worker = worker;
    if (!worker) {
      void this.#loadBuilder();
      return;
    }
    worker.onmessage = ({ data }: MessageEvent<BarResult | TickResult>) => {
      this.#unconfirmed = undefined;
      this.#receive(data);
    };
    const fail = (event: Event) => {
      if (!this.#unconfirmed) {
        this.#onError(event);
        return;
      }
      this.#worker = undefined;
      void this.#loadBuilder();
    };
    worker.onerror = fail;
    // Bars that the memory has no room for.
    worker.onmessageerror = fail;
  }

  /** Continues on the main thread. */
  async #loadBuilder(): Promise<void> {
    try {
      const { BarBuilder } = await import('./bar-builder.ts');
      this.#builder = new BarBuilder();
    } catch (error) {
      this.#onError(error);
      return;
    }
    const requests = this.#unconfirmed ?? [];
    this.#unconfirmed = undefined;
    for (const request of requests) this.#send(request);
  }

  /** Loads the code or builds the bars again after an error. */
  retry(): void {
    this.#isBuilding = false;
    if (this.#worker || this.#builder) this.build();
    else void this.#loadBuilder();
  }

  /** Opens a feed of a market, in place of the former one, which has to be closed. Its bars are built as it loads. */
  openFeed({ fetchTicks, fetchCandles }: MarketHistory, options: FeedOptions): HistoryFeed {
    const { candleInterval, seconds, warmUp = 0, start, onState } = options;
    this.#send({ kind: 'clear' });
    if (candleInterval === undefined || !fetchCandles)
      return new HistoryFeed(fetchTicks, { onItems: (ticks) => this.addTicks(ticks), onState }, start);
    const needed = Math.ceil(seconds / candleSeconds[candleInterval]) + warmUp + SPARE_CANDLES;
    const fetchPage = fetchCandles(candleInterval, Math.min(Math.max(needed, MIN_CANDLES), MAX_CANDLES));
    return new HistoryFeed(fetchPage, { onItems: (candles) => this.#addCandles(candles), onState }, start);
  }

  addTicks(ticks: readonly Tick[]): void {
    this.#send({ kind: 'addTicks', ticks });
    this.build();
  }

  #addCandles(candles: readonly Candle[]): void {
    this.#send({ kind: 'addCandles', candles });
    this.build();
  }

  /** Builds the bars again, as soon as earlier builds have left enough idle time. */
  build(): void {
    clearTimeout(this.#timer);
    const delay = this.#idleUntil - performance.now();
    if (delay <= 0) this.#build();
    else this.#timer = setTimeout(() => this.#build(), delay);
  }

  /** Builds bars with these options now and after every change of the ticks or candles. */
  setOptions(options: BarOptions): void {
    this.#options = options;
    this.#build();
  }

  /** Resolves with the loaded ticks of a range, oldest first. */
  findTicks(range: MillisecondRange): Promise<readonly Tick[]> {
    this.#lastId += 1;
    const id = this.#lastId;
    const ticks = new Promise<readonly Tick[]>((resolve) => this.#tickRequests.set(id, resolve));
    this.#send({ kind: 'findTicks', id, ...range });
    return ticks;
  }

  close(): void {
    this.#worker?.terminate();
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  #send(request: BarRequest): void {
    this.#unconfirmed?.push(request);
    this.#worker?.postMessage(request);
    this.#builder?.handle(request).then(
      // Later, as from a worker, and so that timers and input are not delayed.
      (result) => result && setTimeout(() => this.#isClosed || this.#receive(result)),
      this.#onError,
    );
  }

  #receive(result: BarResult | TickResult): void {
    if ('bars' in result) {
      this.#receiveBars(result);
      return;
    }
    this.#tickRequests.get(result.id)?.(result.ticks);
    this.#tickRequests.delete(result.id);
  }

  /** Only one build at a time: pages of a long history arrive faster than bars of a million ticks are built. */
  #build(): void {
    clearTimeout(this.#timer);
    if (!this.#options) return;
    this.#isStale = this.#isBuilding;
    if (this.#isBuilding) return;
    this.#isBuilding = true;
    this.#lastId += 1;
    this.#send({ kind: 'build', id: this.#lastId, ...this.#options });
  }

  #receiveBars(result: BarResult): void {
    this.#isBuilding = false;
    this.#idleUntil = performance.now() + result.durationMs * IDLE_RATIO;
    if (this.#isStale) this.build();
    this.#onBars(result);
  }
}

/** Returns undefined in a sandboxed frame that may not start workers. */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./bar-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
