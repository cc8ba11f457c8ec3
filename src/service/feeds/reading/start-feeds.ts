import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '#service/config/context.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import { startTask, type Task, type TaskListener } from '#service/config/task.ts';
import type { ContradictionError, SourceError } from '#service/feeds/client/source.ts';
import { clearFailure } from '#service/feeds/ledger/feed-state.ts';
import { createFeedSource, type FeedSourceOptions } from '#service/feeds/sources/create-feed-source.ts';
import type { RoundListener } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';
import type { FeedContext } from './feed-context.ts';
import { type FeedSteps, runFeed } from './feed-loop.ts';
import { HoldersFeed, type OpenedJettons } from './holders-feed.ts';
import { MetadataFeed } from './metadata-feed.ts';
import { RatesFeed } from './rates-feed.ts';
import { SwapFeed } from './swap-feed.ts';

export interface FeedsContext extends Omit<FeedSourceOptions, 'onResponse' | 'onRead' | 'onImplausible'> {
  readonly store: Store;
  /** T of the computed values. */
  readonly clock: Clock;
  readonly onRound?: RoundListener | undefined;
  readonly openedJettons?: OpenedJettons;
}

export interface FeedListener extends TaskListener {
  /** A request to the source ended with this status, or without a complete response. */
  responded(status: number | 'failed'): void;
  /** The source gave a successful response, or its file could be read. */
  sourceResponded(): void;
  /** The source, or a part of it, failed; the next attempt follows after `wait` milliseconds. */
  sourceFailed(error: SourceError | ContradictionError, wait: number, isPartial?: boolean): void;
  /** A position or time of the source was refused, maybe again. */
  sourceImplausible(reason: string): void;
  /** Calls `record` if the source works again. */
  recordRecovery(record: () => Promise<void>): Promise<void>;
}

/**
 * Runs all feeds until they are stopped, when other processes can take over. Several processes on one store share them:
 * each feed runs in one of them.
 */
export function startFeeds(
  feeds: readonly FeedConfig[],
  context: FeedsContext,
  listenerFor: (feed: FeedConfig) => FeedListener,
): Task {
  const { store, clock, now, onRound } = context;
  // For operators; the random part identifies it.
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  const run = (feed: FeedConfig, stopped: AbortSignal) => {
    const listener = listenerFor(feed);
    const feedContext: FeedContext = {
      store,
      clock,
      now,
      onRound,
      lease: { feed: feed.name, owner },
      onFailure: (error, wait, isPartial) => listener.sourceFailed(error, wait, isPartial),
      recordRecovery: () => listener.recordRecovery(() => clearFailure(store.db, feed.name)),
    };
    const options: FeedSourceOptions = {
      ...context,
      onResponse: (status) => {
        listener.responded(status);
        if (typeof status === 'number' && status < 400) listener.sourceResponded();
      },
      onRead: () => listener.sourceResponded(),
      onImplausible: (reason) => listener.sourceImplausible(reason),
    };
    return runFeed(
      feed,
      feedContext,
      () => createSteps(feed, feedContext, options, context.openedJettons),
      listener,
      stopped,
    );
  };
  return startTask((stopped) => Promise.all(feeds.map((feed) => run(feed, stopped))));
}

function createSteps(
  feed: FeedConfig,
  context: FeedContext,
  options: FeedSourceOptions,
  openedJettons: OpenedJettons | undefined,
): FeedSteps {
  const { type, source } = createFeedSource(feed, options);
  switch (type) {
    case 'swaps':
      return new SwapFeed({ ...context, source });
    case 'metadata':
      return new MetadataFeed(context, source);
    case 'holders':
      return new HoldersFeed(context, source, openedJettons);
    case 'rates':
      return new RatesFeed(context, source);
  }
}
