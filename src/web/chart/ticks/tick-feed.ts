import type { Tick } from './ticks.ts';

export interface TickPage {
  readonly ticks: readonly Tick[];
  /** Cursor of the page of older ones. */
  readonly next: string | undefined;
}

export interface TickQuery {
  readonly cursor?: string;
  /** Not older than this. */
  readonly from?: Date;
  /** Older than this. */
  readonly to?: Date;
}

/** One call of operation 15: newest first. */
export type FetchTicks = (query: TickQuery, signal: AbortSignal) => Promise<TickPage>;

export interface FeedState {
  /** Pages of older ticks are on their way. */
  readonly isLoading: boolean;
  /** The market's very first tick is there. */
  readonly isComplete: boolean;
  /** Milliseconds of the oldest and the newest tick. */
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly fault: Error | undefined;
}

export interface FeedListener {
  ticks(ticks: readonly Tick[]): void;
  state(state: FeedState): void;
}

/** The ticks of one market: the newest first, older ones when they are asked for, and those that come. */
export class TickFeed {
  readonly #ask: FetchTicks;
  readonly #listener: FeedListener;
  readonly #closed = new AbortController();
  /** The cursor's pages all belong to the question that it came from. */
  #question: TickQuery;
  /** All ticks since this moment are there, in milliseconds. */
  #reached = Number.POSITIVE_INFINITY;
  #until: Date | undefined;
  #reading: AbortController | undefined;
  #running: Promise<void> | undefined;
  /** The moment that pages are read back to. */
  #target = Number.POSITIVE_INFINITY;
  #cursor: string | undefined;
  #state: FeedState = {
    isLoading: false,
    isComplete: false,
    oldest: undefined,
    newest: undefined,
    fault: undefined,
  };

  /** `start`: a stretch that comes first, in place of the newest ticks. */
  constructor(ask: FetchTicks, listener: FeedListener, start: Pick<TickQuery, 'from' | 'to'> = {}) {
    this.#ask = ask;
    this.#listener = listener;
    this.#question = start;
    this.#until = start.to;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** The next page of older ticks; nothing while one is on its way, or where there are none. */
  loadOlder(): Promise<void> {
    return this.loadBackTo(Number.POSITIVE_INFINITY);
  }

  /** Page after page, one at least, until all ticks since a moment are there, or `stop`; while pages come, they go on to it. */
  async loadBackTo(moment: number): Promise<void> {
    if (this.#state.isLoading) {
      this.#target = Math.min(this.#target, moment);
      return this.#running;
    }
    if (this.#state.isComplete || this.#closed.signal.aborted) return;
    this.#target = moment;
    this.#running = this.#readPages();
    await this.#running;
  }

  async #readPages(): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    const signal = AbortSignal.any([reading.signal, this.#closed.signal]);
    this.#tell({ isLoading: true, fault: undefined });
    try {
      do await this.#readPage(signal);
      while (!this.#state.isComplete && this.#reached > this.#target);
    } catch (fault) {
      if (!signal.aborted) this.#tell({ fault: errorOf(fault) });
    } finally {
      this.#tell({ isLoading: false });
    }
  }

  /** Whether newer ticks than the newest are known to be left out. */
  get isHistorical(): boolean {
    return this.#until !== undefined;
  }

  /** Of a chart of the past: the ticks of the next so many milliseconds, up to now. */
  async loadForward(milliseconds: number): Promise<void> {
    const from = this.#until;
    if (from === undefined || this.#state.isLoading) return;
    const end = from.getTime() + milliseconds;
    const isNow = end >= Date.now();
    this.#tell({ isLoading: true, fault: undefined });
    try {
      await this.#readSpan(isNow ? { from } : { from, to: new Date(end) });
      this.#until = isNow ? undefined : new Date(end);
    } catch (fault) {
      this.#tell({ fault: errorOf(fault) });
    } finally {
      this.#tell({ isLoading: false });
    }
  }

  /** What comes on the way is kept. */
  stop(): void {
    this.#reading?.abort();
  }

  /** Ticks since the newest that is known, all of them. */
  async loadNewer(): Promise<void> {
    const { newest } = this.#state;
    if (newest === undefined || this.#until || this.#closed.signal.aborted) return;
    await this.#readSpan({ from: new Date(newest) });
  }

  close(): void {
    this.#closed.abort();
  }

  async #readSpan(span: TickQuery): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await this.#ask(cursor === undefined ? span : { ...span, cursor }, this.#closed.signal);
      this.#take(page.ticks);
      cursor = page.next === cursor || page.ticks.length === 0 ? undefined : page.next;
    } while (cursor !== undefined);
  }

  async #readPage(signal: AbortSignal): Promise<void> {
    const cursor = this.#cursor;
    const { ticks, next } = await this.#ask(
      cursor === undefined ? this.#question : { ...this.#question, cursor },
      signal,
    );
    signal.throwIfAborted();
    // The same cursor again would never end.
    const isEnd = next === undefined || next === '' || next === cursor;
    this.#cursor = isEnd ? undefined : next;
    this.#take(ticks);
    this.#reached = this.#state.oldest ?? this.#reached;
    if (isEnd) this.#endQuestion();
  }

  // What came before a stretch is another question.
  #endQuestion(): void {
    const { from } = this.#question;
    if (!from) {
      this.#tell({ isComplete: true });
      return;
    }
    this.#reached = from.getTime();
    this.#question = { to: from };
  }

  #take(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    let { oldest = Number.POSITIVE_INFINITY, newest = Number.NEGATIVE_INFINITY } = this.#state;
    for (const { time } of ticks) {
      oldest = Math.min(oldest, time);
      newest = Math.max(newest, time);
    }
    this.#listener.ticks(ticks);
    this.#tell({ oldest, newest });
  }

  #tell(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#closed.signal.aborted) this.#listener.state(this.#state);
  }
}

function errorOf(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
