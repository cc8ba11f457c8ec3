import type { FeedConfig } from '#service/config/feed-config.ts';
import { SourceError } from '#service/feeds/client/source.ts';
import { createFeedSource, type FeedSourceOptions } from '#service/feeds/sources/create-feed-source.ts';

export interface CheckResult {
  readonly feed: FeedConfig;
  readonly works: boolean;
  /** One line: what works, or why it does not. */
  readonly message: string;
}

/** Sends one request to each source. Stores nothing. */
export function checkSources(
  feeds: readonly FeedConfig[],
  options: FeedSourceOptions,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  return Promise.all(
    feeds.map(async (feed) => {
      const { source } = createFeedSource(feed, options);
      try {
        return { feed, works: true, message: await source.check(signal) };
      } catch (error) {
        if (error instanceof SourceError) return { feed, works: false, message: error.message };
        throw error;
      }
    }),
  );
}
