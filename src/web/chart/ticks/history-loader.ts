import type { TickFeed } from './tick-feed.ts';

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
