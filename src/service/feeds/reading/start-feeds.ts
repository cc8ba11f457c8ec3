import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '#service/config/context.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import { createFeedSource, type FeedSourceOptions } from '#service/feeds/sources/create-feed-source.ts';
import type { RoundListener } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';
import type { FeedContext } from './feed-context.ts';
import { type FeedListener, type FeedSteps, runFeed } from './feed-loop.ts';
import { MetadataFeed } from './metadata-feed.ts';
import { RatesFeed } from './rates-feed.ts';
import { SwapFeed } from './swap-feed.ts';

export interface FeedsContext extends FeedSourceOptions {
  readonly store: Store;
  /** T of the computed values. */
  readonly clock: Clock;
  readonly onRound?: RoundListener | undefined;
}

export interface Feeds {
  /** Resolves when all steps have ended and other processes can take over. */
  stop(): Promise<void>;
}

/** Runs all feeds until they are stopped. Several processes on one store share them: each feed runs in one of them. */
export function startFeeds(
  feeds: readonly FeedConfig[],
  context: FeedsContext,
  listenerFor: (feed: FeedConfig) => FeedListener,
): Feeds {
  const { store, clock, now, onRound } = context;
  const stopped = new AbortController();
  // For operators; the random part identifies it.
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  const running = feeds.map((feed) => {
    const feedContext = { store, clock, now, onRound, lease: { feed: feed.name, owner } };
    const start = () => createSteps(feed, feedContext, context);
    return runFeed(feed, feedContext, start, listenerFor(feed), stopped.signal);
  });
  return {
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

function createSteps(feed: FeedConfig, context: FeedContext, options: FeedSourceOptions): FeedSteps {
  const { type, source } = createFeedSource(feed, options);
  switch (type) {
    case 'swaps':
      return new SwapFeed({ ...context, source });
    case 'metadata':
      return new MetadataFeed(context, source);
    case 'rates':
      return new RatesFeed(context, source);
  }
}
