import { serviceNow } from '#web/api/client/service-clock.ts';

/** What a market's history consists of: ticks or candles. */
export interface HistoryItem {
  /** Milliseconds. */
  readonly time: number;
  /** Whether the item may change, so that it has to be loaded again. Default: false. */
  readonly isChanging?: boolean;
}

export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page, which holds older items. */
  readonly next: string | undefined;
}

export interface HistoryQuery {
  readonly cursor?: string;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Fetches one page, newest item first. */
export type FetchPage<Item> = (query: HistoryQuery, signal: AbortSignal) => Promise<HistoryPage<Item>>;

export interface FeedState {
  readonly isLoading: boolean;
  /** Whether the market's first item is loaded. */
  readonly isComplete: boolean;
  /** Times of the oldest and newest loaded item, in milliseconds. */
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly error: Error | undefined;
}

export interface FeedListener<Item> {
  onItems(items: readonly Item[]): void;
  onState(state: FeedState): void;
}

/** Number of items that are loaded again because they may have changed. */
const MAX_RELOADED = 10;

/** Loads one market's history: the newest items first, older pages on demand, and new items as they appear. */
export class HistoryFeed<Item extends HistoryItem = HistoryItem> {
  readonly #fetchPage: FetchPage<Item>;
  readonly #listener: FeedListener<Item>;
  readonly #closing = new AbortController();
  /** A cursor is valid only with the query that returned it. */
  #query: HistoryQuery;
  /** All items since this time are loaded, in milliseconds. Infinite before the first page. */
  #loadedBackTo = Number.POSITIVE_INFINITY;
  #historyEnd: Date | undefined;
  #loading: AbortController | undefined;
  #pendingLoad: Promise<void> | undefined;
  /** Load pages until all items since this time are there, in milliseconds. */
  #target = Number.POSITIVE_INFINITY;
  #cursor: string | undefined;
  /** Time of the newest item that does not change, in milliseconds. */
  #newestFixed = Number.NEGATIVE_INFINITY;
  /** Times of the newest items that may change, newest first. */
  #changing: readonly number[] = [];
  #state: FeedState = {
    isLoading: false,
    isComplete: false,
    oldest: undefined,
    newest: undefined,
    error: undefined,
  };

  /** `start` is the range to load first. By default, loading starts at the newest item. */
  constructor(
    fetchPage: FetchPage<Item>,
    listener: FeedListener<Item>,
    start: Pick<HistoryQuery, 'from' | 'to'> = {},
  ) {
    this.#fetchPage = fetchPage;
    this.#listener = listener;
    this.#query = start;
    this.#historyEnd = start.to;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Loads the next page of older items, unless a page is loading or all items are loaded. */
  loadOlder(): Promise<void> {
    return this.loadBackTo(Number.POSITIVE_INFINITY);
  }

  /**
   * Loads at least one page, then more until all items since a time (in milliseconds) are loaded or `stopLoading` is
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

  /** Whether the loaded range ends in the past, so that newer items may be missing. */
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

  /** Loads all items since the newest loaded one, and those that may have changed. */
  async loadNewer(): Promise<void> {
    const from = Math.max(
      this.#loadedBackTo,
      this.#newestFixed,
      this.#changing[MAX_RELOADED - 1] ?? Number.NEGATIVE_INFINITY,
    );
    if (from === Number.POSITIVE_INFINITY || this.#historyEnd || this.#closing.signal.aborted) return;
    await this.#loadRange(from === Number.NEGATIVE_INFINITY ? {} : { from: new Date(from) });
  }

  close(): void {
    this.#closing.abort();
  }

  async #loadRange(range: HistoryQuery): Promise<void> {
    const pages: (readonly Item[])[] = [];
    await fetchRange(this.#fetchPage, range, this.#closing.signal, (items) => {
      pages.push(items);
      this.#addItems(items);
    });
    // Only now: the newest page is the first, and after an error those between it and the former items are missing.
    this.#noteNewest(pages.flat());
  }

  async #loadPage(signal: AbortSignal): Promise<void> {
    const cursor = this.#cursor;
    const { items, next } = await this.#fetchPage(
      cursor === undefined ? this.#query : { ...this.#query, cursor },
      signal,
    );
    signal.throwIfAborted();
    // A repeated cursor would loop forever.
    const isLastPage = next === undefined || next === '' || next === cursor;
    this.#cursor = isLastPage ? undefined : next;
    this.#addItems(items);
    this.#noteNewest(items);
    this.#loadedBackTo = this.#state.oldest ?? this.#loadedBackTo;
    if (isLastPage) this.#finishQuery();
  }

  /** After a query with a start time, older items need a new query. */
  #finishQuery(): void {
    const { from } = this.#query;
    if (!from) {
      this.#loadedBackTo = Number.NEGATIVE_INFINITY;
      this.#update({ isComplete: true });
      return;
    }
    this.#loadedBackTo = from.getTime();
    this.#query = { to: from };
  }

  #addItems(items: readonly Item[]): void {
    if (items.length === 0 || this.#closing.signal.aborted) return;
    let { oldest = Number.POSITIVE_INFINITY, newest = Number.NEGATIVE_INFINITY } = this.#state;
    for (const { time } of items) {
      oldest = Math.min(oldest, time);
      newest = Math.max(newest, time);
    }
    this.#listener.onItems(items);
    this.#update({ oldest, newest });
  }

  /** Call with items between which and the former ones none are missing. */
  #noteNewest(items: readonly Item[]): void {
    const changing = [...this.#changing];
    for (const { time, isChanging } of items) {
      if (isChanging) changing.push(time);
      else this.#newestFixed = Math.max(this.#newestFixed, time);
    }
    this.#changing = [...new Set(changing)].sort((a, b) => b - a).slice(0, MAX_RELOADED);
  }

  #update(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#closing.signal.aborted) this.#listener.onState(this.#state);
  }
}

/** Fetches all pages of a range. */
export async function fetchRange<Item>(
  fetchPage: FetchPage<Item>,
  range: HistoryQuery,
  signal: AbortSignal,
  onItems: (items: readonly Item[]) => void,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor === undefined ? range : { ...range, cursor }, signal);
    onItems(page.items);
    cursor = page.next === cursor || page.items.length === 0 ? undefined : page.next;
  } while (cursor !== undefined);
}

/** Resolves with all items of a range of times in milliseconds, oldest first. */
export async function fetchAll<Item>(
  fetchPage: FetchPage<Item>,
  { from, until }: { readonly from: number; readonly until: number },
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  const range = { from: new Date(from), ...(Number.isFinite(until) && { to: new Date(until) }) };
  await fetchRange(fetchPage, range, signal, (page) => items.push(...page));
  return items.reverse();
}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Older ticks are loaded when fewer bars than this remain before the first visible one. */
const PREFETCH_BARS = 40;
/** Pages that one move of the chart can load. A long interval would otherwise load the whole history. */
const MAX_PAGES = 20;

/** Loads older pages while the user looks at a range with missing bars. */
export class HistoryLoader {
  readonly #feed: () => Pick<HistoryFeed, 'state' | 'loadOlder'>;
  #isWanted = false;
  #pagesLeft = 0;

  constructor(feed: () => Pick<HistoryFeed, 'state' | 'loadOlder'>) {
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
