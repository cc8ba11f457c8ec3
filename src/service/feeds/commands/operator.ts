import type { Readable } from 'node:stream';
import type { FeedStatus } from '#contract/status.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import { hasFeed, readCursors, retryFeed } from '#service/feeds/ledger/feed-state.ts';
import { insertRanges, type NewRange } from '#service/feeds/ledger/ranges.ts';
import type { FeedContext } from '#service/feeds/reading/feed-context.ts';
import { createFeedSource, type FeedSourceOptions } from '#service/feeds/sources/create-feed-source.ts';
import type { RoundListener } from '#service/market/round.ts';
import { queryFeedStatus } from '#service/operations/feed-status.ts';
import type { Store } from '#service/store/database.ts';
import { readDataset, requireContinuable } from '#service/store/dataset.ts';
import { OperatorError } from '#service/store/store-errors.ts';
import { type IngestSummary, ingestStream } from './ingest-stream.ts';

/** Commands of operators for a store and its feeds. All methods throw OperatorError. */
export interface Operator {
  status(): Promise<FeedStatus[]>;
  /** Retries failed ranges at once, and resumes the feed. Returns the number of those ranges. */
  retry(name: string): Promise<number>;
  /** Adds ranges with all events between two times, for the service to read. Returns their number. */
  backfill(request: BackfillRequest, signal: AbortSignal): Promise<number>;
  /** Stores records, one JSON object per line, as they arrive. */
  ingest(name: string, input: Readable): Promise<IngestSummary>;
  /** Copies the data folder of an embedded store to a new folder, whose path is absolute. */
  backUp(target: string): Promise<void>;
}

interface OperatorContext extends FeedSourceOptions {
  readonly feeds: readonly FeedConfig[];
  /** T of the computed values. */
  readonly clock: FeedContext['clock'];
  readonly onRound?: RoundListener | undefined;
}

/** Carries out commands on an open store. */
export function createOperator(store: Store, context: OperatorContext): Operator {
  return {
    status: () => queryFeedStatus(store.db, context.now()),
    retry: async (name) => {
      if (!(await hasFeed(store.db, name))) throw new OperatorError(`There is no feed "${name}"`);
      return await retryFeed(store.db, name);
    },
    backfill: (request, signal) => requestBackfill(store, context.feeds, context, request, signal),
    ingest: async (name, input) => {
      if (context.feeds.some((feed) => feed.name === name))
        throw new OperatorError(`"${name}" is a feed of FEEDS_FILE; choose another --name`);
      requireContinuable(await readDataset(store.db));
      return await ingestStream(store, name, input, context);
    },
    backUp: async (target) => {
      if (!store.backUp) throw new OperatorError('The store has no data folder');
      await store.backUp(target);
    },
  };
}

interface BackfillRequest {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Adds ranges with all events between two times, which the service reads. Returns their number. Throws OperatorError, and
 * SourceError if the source cannot tell where the ranges start.
 */
async function requestBackfill(
  store: Store,
  feeds: readonly FeedConfig[],
  options: FeedSourceOptions,
  { name, from, to }: BackfillRequest,
  signal: AbortSignal,
): Promise<number> {
  const feed = feeds.find((candidate) => candidate.name === name);
  if (!feed) throw new OperatorError(`FEEDS_FILE has no feed "${name}"`);
  if (!(await hasFeed(store.db, name))) throw new OperatorError(`The feed "${name}" has not run yet`);
  const { type, source } = createFeedSource(feed, options);
  if (type !== 'swaps') throw new OperatorError(`Feeds of kind ${feed.kind} have no history`);
  if (source.isFinal) throw new OperatorError(`Feeds of kind ${feed.kind} read their whole file`);
  const [start, end] = [await source.start(from, signal), await source.start(to, signal)];
  const ranges = Array.from(await readCursors(store.db, name), ([subject, cursor]): NewRange => {
    // biome-ignore lint/complexity/useMathMinMax: Math.min does not accept bigint.
    const last = cursor < end ? cursor : end;
    return { subject, from: start, to: last, fromTime: from, toTime: to, purpose: 'backfill' };
  }).filter((range) => range.from < range.to);
  await insertRanges(store.db, name, ranges);
  return ranges.length;
}
