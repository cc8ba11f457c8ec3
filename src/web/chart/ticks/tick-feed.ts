import { serviceNow } from '#web/api/client/service-clock.ts';
import type { Tick } from './ticks.ts';

export interface TickPage {
  readonly ticks: readonly Tick[];
  /** Cursor of the next page, which holds older ticks. */
  readonly next: string | undefined;
}

export interface TickQuery {
  readonly cursor?: string;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Fetches one page of operation 15, newest tick first. */
export type FetchTicks = (query: TickQuery, signal: AbortSignal) => Promise<TickPage>;

export interface TickFeedState {
  readonly isLoading: boolean;
  /** Whether the market's first tick is loaded. */
  readonly isComplete: boolean;
  /** Times of the oldest and newest loaded tick, in milliseconds. */
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly error: Error | undefined;
}

export interface FeedListener {
  onTicks(ticks: readonly Tick[]): void;
  onState(state: TickFeedState): void;
}

/** Loads one market's ticks: the newest first, older pages on demand, and new ticks as they appear. */
export class TickFeed {
  readonly #fetchTicks: FetchTicks;
  readonly #listener: FeedListener;
  readonly #closing = new AbortController();
  /** A cursor is valid only with the query that returned it. */
  #query: TickQuery;
  /** All ticks since this time are loaded, in milliseconds. */
  #loadedBackTo = Number.POSITIVE_INFINITY;
  #historyEnd: Date | undefined;
  #loading: AbortController | undefined;
  #pendingLoad: Promise<void> | undefined;
  /** Load pages until all ticks since this time are there, in milliseconds. */
  #target = Number.POSITIVE_INFINITY;
  #cursor: string | undefined;
  #state: TickFeedState = {
    isLoading: false,
    isComplete: false,
    oldest: undefined,
    newest: undefined,
    error: undefined,
  };

  /** `start` is the range to load first. By default, loading starts at the newest tick. */
  constructor(fetchTicks: FetchTicks, listener: FeedListener, start: Pick<TickQuery, 'from' | 'to'> = {}) {
    this.#fetchTicks = fetchTicks;
    this.#listener = listener;
    this.#query = start;
    this.#historyEnd = start.to;
  }

  get state(): TickFeedState {
    return this.#state;
  }

  /** Loads the next page of older ticks, unless a page is loading or all ticks are loaded. */
  loadOlder(): Promise<void> {
    return this.loadBackTo(Number.POSITIVE_INFINITY);
  }

  /**
   * Loads at least one page, then more until all ticks since a time (in milliseconds) are loaded or `stopLoading` is
   * called. During a load, this extends that load.
   */
  async loadBackTo(timestamp: number): Promise<void> {
    if (this.#state.isLoading) {
      this.#target = Math.min(this.#target, timestamp);
      return this.#pendingLoad;
    }
    if (this.#state.isComplete || this.#closing.signal.aborted) return;
    this.#target = timestamp;
    this.#pendingLoad = this.#loadPages();
    await this.#pendingLoad;
  }

  async #loadPages(): Promise<void> {
    const loading = new AbortController();
    this.#loading = loading;
    const signal = AbortSignal.any([loading.signal, this.#closing.signal]);
    this.#update({ isLoading: true, error: undefined });
    try {
      do await this.#loadPage(signal);
      while (!this.#state.isComplete && this.#loadedBackTo > this.#target);
    } catch (error) {
      if (!signal.aborted) this.#update({ error: toError(error) });
    } finally {
      this.#update({ isLoading: false });
    }
  }

  /** Whether the loaded range ends in the past, so that newer ticks may be missing. */
  get isHistorical(): boolean {
    return this.#historyEnd !== undefined;
  }

  /** Extends a historical feed by this many milliseconds, at most to the present. */
  async loadForward(milliseconds: number): Promise<void> {
    const from = this.#historyEnd;
    if (from === undefined || this.#state.isLoading) return;
    const end = from.getTime() + milliseconds;
    const isNow = end >= serviceNow();
    this.#update({ isLoading: true, error: undefined });
    try {
      await this.#loadRange(isNow ? { from } : { from, to: new Date(end) });
      this.#historyEnd = isNow ? undefined : new Date(end);
    } catch (error) {
      this.#update({ error: toError(error) });
    } finally {
      this.#update({ isLoading: false });
    }
  }

  /** Pages that are already loaded are kept. */
  stopLoading(): void {
    this.#loading?.abort();
  }

  /** Loads all ticks since the newest loaded one. */
  async loadNewer(): Promise<void> {
    const { newest } = this.#state;
    if (newest === undefined || this.#historyEnd || this.#closing.signal.aborted) return;
    await this.#loadRange({ from: new Date(newest) });
  }

  close(): void {
    this.#closing.abort();
  }

  async #loadRange(range: TickQuery): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await this.#fetchTicks(
        cursor === undefined ? range : { ...range, cursor },
        this.#closing.signal,
      );
      this.#addTicks(page.ticks);
      cursor = page.next === cursor || page.ticks.length === 0 ? undefined : page.next;
    } while (cursor !== undefined);
  }

  async #loadPage(signal: AbortSignal): Promise<void> {
    const cursor = this.#cursor;
    const { ticks, next } = await this.#fetchTicks(
      cursor === undefined ? this.#query : { ...this.#query, cursor },
      signal,
    );
    signal.throwIfAborted();
    // A repeated cursor would loop forever.
    const isLastPage = next === undefined || next === '' || next === cursor;
    this.#cursor = isLastPage ? undefined : next;
    this.#addTicks(ticks);
    this.#loadedBackTo = this.#state.oldest ?? this.#loadedBackTo;
    if (isLastPage) this.#finishQuery();
  }

  /** After a query with a start time, older ticks need a new query. */
  #finishQuery(): void {
    const { from } = this.#query;
    if (!from) {
      this.#update({ isComplete: true });
      return;
    }
    this.#loadedBackTo = from.getTime();
    this.#query = { to: from };
  }

  #addTicks(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    let { oldest = Number.POSITIVE_INFINITY, newest = Number.NEGATIVE_INFINITY } = this.#state;
    for (const { time } of ticks) {
      oldest = Math.min(oldest, time);
      newest = Math.max(newest, time);
    }
    this.#listener.onTicks(ticks);
    this.#update({ oldest, newest });
  }

  #update(change: Partial<TickFeedState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#closing.signal.aborted) this.#listener.onState(this.#state);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Older ticks are loaded when fewer bars than this remain before the first visible one. */
const PREFETCH_BARS = 40;
/** Pages that one move of the chart can load. A long interval would otherwise load the whole history. */
const MAX_PAGES = 20;

/** Loads older pages while the user looks at a range with missing ticks. */
export class HistoryLoader {
  readonly #feed: () => Pick<TickFeed, 'state' | 'loadOlder'>;
  #isWanted = false;
  #pagesLeft = 0;

  constructor(feed: () => Pick<TickFeed, 'state' | 'loadOlder'>) {
    this.#feed = feed;
  }

  /** Call after every move of the chart and after every update of its bars. `from` is the first visible bar. */
  onVisible(from: number, byUser: boolean): void {
    this.#isWanted = (this.#isWanted || byUser) && from < PREFETCH_BARS;
    const { state } = this.#feed();
    // After an error, only a user action tries again.
    if (state.error && !byUser) this.#isWanted = false;
    if (byUser) this.#pagesLeft = MAX_PAGES;
    if (this.#pagesLeft === 0 || state.isComplete) this.#isWanted = false;
    if (!this.#isWanted || state.isLoading) return;
    this.#pagesLeft -= 1;
    void this.#feed().loadOlder();
  }

  /** Whether older pages are being loaded to fill the visible range. */
  get isLoading(): boolean {
    return this.#isWanted;
  }

  stop(): void {
    this.#isWanted = false;
  }
}
