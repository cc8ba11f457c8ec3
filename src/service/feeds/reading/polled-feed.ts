import { SourceError } from '#service/feeds/client/source.ts';
import { type FeedState, readFeedState, writeError } from '#service/feeds/ledger/feed-state.ts';
import type { FeedContext } from './feed-context.ts';
import type { FeedSteps } from './feed-loop.ts';
import { retryDelay } from './retry-delay.ts';

/** Interval at which a stopped feed checks whether an operator has resumed it. */
export const STOPPED_MS = 2_000;

/** A feed whose requests do not depend on each other. Failed ones are retried after increasing delays. */
export abstract class PolledFeed implements FeedSteps {
  protected readonly context: FeedContext;
  private failures = 0;

  constructor(context: FeedContext) {
    this.context = context;
  }

  async step(signal: AbortSignal): Promise<number> {
    const { store, lease, now } = this.context;
    const state = await readFeedState(store.db, lease.feed);
    if (state.isStopped) return STOPPED_MS;
    try {
      const wait = await this.poll(state, signal);
      this.failures = 0;
      return wait;
    } catch (error) {
      if (signal.aborted) return 0;
      if (!(error instanceof SourceError)) throw error;
      this.failures += 1;
      await writeError(store.db, lease.feed, error.message, now());
      return retryDelay(this.failures, error.retryAfter);
    }
  }

  /** Makes at most one request, and stores the response. Returns the milliseconds to wait before the next one. */
  protected abstract poll(state: FeedState, signal: AbortSignal): Promise<number>;
}
