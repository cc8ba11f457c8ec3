import type { TickFeed } from './tick-feed.ts';

/** Older ticks are fetched when fewer bars than this are left before the first that is seen. */
const BARS_AHEAD = 40;

/** Reads page after page for as long as the reader looks to where older ticks are missing. */
export class HistoryLoader {
  readonly #feed: () => Pick<TickFeed, 'state' | 'loadOlder'>;
  #isWanted = false;

  constructor(feed: () => Pick<TickFeed, 'state' | 'loadOlder'>) {
    this.#feed = feed;
  }

  /** Bars are seen from this place on: told after every move, and whenever bars came. */
  seen(from: number, byReader: boolean): void {
    this.#isWanted = (this.#isWanted || byReader) && from < BARS_AHEAD;
    const { state } = this.#feed();
    // A failure is not repeated before the reader does something.
    if (state.fault && !byReader) this.#isWanted = false;
    if (this.#isWanted && !state.isLoading && !state.isComplete) void this.#feed().loadOlder();
  }

  stop(): void {
    this.#isWanted = false;
  }
}
