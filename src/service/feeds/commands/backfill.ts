import type { FeedConfig } from '#service/config/feed-config.ts';
import { hasFeed, readCursors } from '#service/feeds/ledger/feed-state.ts';
import { insertRanges, type NewRange } from '#service/feeds/ledger/ranges.ts';
import { createFeedSource, type FeedSourceOptions } from '#service/feeds/sources/create-feed-source.ts';
import type { Store } from '#service/store/database.ts';
import { OperatorError } from './operator-error.ts';

export interface BackfillRequest {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Adds ranges with all events between two times, which the service reads. Returns their number. Throws OperatorError, and
 * SourceError if the source cannot tell where the ranges start.
 */
export async function requestBackfill(
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
