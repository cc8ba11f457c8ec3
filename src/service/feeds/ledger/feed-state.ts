import { type SQL, sql } from 'drizzle-orm';
import type { FeedProblem, StoredFeedKind } from '#contract/status.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import type { SourceError } from '#service/feeds/client/source.ts';
import { type Database, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';

const DEFAULT_HISTORY_MS = 61 * 86_400_000;

export interface FeedState {
  readonly head: Date | undefined;
  readonly startKey: bigint | undefined;
  readonly startTime: Date;
  readonly rereadAt: Date | undefined;
  readonly isStopped: boolean;
}

interface NewFeed extends Pick<FeedConfig, 'name' | 'from'> {
  /** `stream`: records from standard input. */
  readonly kind: StoredFeedKind;
}

/** Creates the row of a feed when it runs for the first time. */
export async function createFeed(db: Database, { name, kind, from }: NewFeed, now: Date): Promise<void> {
  const start = from ?? new Date(now.getTime() - DEFAULT_HISTORY_MS);
  await db.execute(sql`
    insert into feed (name, kind, start_time) values (${name}, ${kind}, ${timestamptz(start)})
    on conflict (name) do update set kind = excluded.kind where feed.kind <> excluded.kind`);
}

export async function readFeedState(db: Database, feed: string): Promise<FeedState> {
  type Row = Record<'head' | 'startKey' | 'rereadAt', string | null> & {
    startTime: string;
    isStopped: boolean;
  };
  const [row] = await rows<Row>(
    db,
    sql`select iso(head) as head, start_key as "startKey", iso(start_time) as "startTime",
        iso(reread_at) as "rereadAt", is_stopped as "isStopped"
      from feed where name = ${feed}`,
  );
  if (!row) throw new Error(`the feed ${feed} has no state`);
  const toDate = (text: string | null) => (text === null ? undefined : new Date(text));
  return {
    head: toDate(row.head),
    startKey: row.startKey === null ? undefined : BigInt(row.startKey),
    startTime: new Date(row.startTime),
    rereadAt: toDate(row.rereadAt),
    isStopped: row.isStopped,
  };
}

export async function writeStartKey(db: Database, feed: string, key: bigint): Promise<void> {
  await db.execute(sql`update feed set start_key = ${key} where name = ${feed}`);
}

/** Advances the head, and adds `historyWeight` to the total weight of the history. */
export async function writeHead(db: Database, feed: string, head: Date, historyWeight = 0n): Promise<void> {
  await db.execute(sql`
    update feed set head = greatest(head, ${timestamptz(head)}), history_total = history_total + ${historyWeight}
    where name = ${feed}`);
}

/** Sets the head of a feed whose data is current, also back: the clock may have been ahead. */
export async function setHead(db: Database, feed: string, head: Date): Promise<void> {
  await db.execute(sql`update feed set head = ${timestamptz(head)} where name = ${feed}`);
}

/** Sets times of requests back that are later than the clock, which was ahead. */
export async function setRequestsBack(db: Database, feed: string, now: Date): Promise<void> {
  await db.execute(sql`
    update feed_metadata set requested_at = ${timestamptz(now)}
    where feed = ${feed} and requested_at > ${timestamptz(now)}`);
}

export async function writeRereadAt(db: Database, feed: string, at: Date): Promise<void> {
  await db.execute(sql`update feed set reread_at = ${timestamptz(at)} where name = ${feed}`);
}

/** Returns the ends of the ranges discovered so far, by subject. */
export async function readCursors(db: Database, feed: string): Promise<Map<string, bigint>> {
  const found = await rows<{ subject: string; key: string }>(
    db,
    sql`select subject, key from feed_cursor where feed = ${feed}`,
  );
  return new Map(found.map(({ subject, key }) => [subject, BigInt(key)]));
}

export async function writeCursors(
  db: Database,
  feed: string,
  cursors: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (cursors.size === 0) return;
  await db.execute(sql`
    insert into feed_cursor (feed, subject, key)
    select ${feed}, * from ${rowsOf('cursor', [...cursors], {
      subject: ['text', ([subject]) => subject],
      key: ['bigint', ([, key]) => String(key)],
    })}
    on conflict (feed, subject) do update set key = excluded.key`);
}

/** Returns the subjects with a range that has not been read yet. */
export async function readUnreadSubjects(db: Database, feed: string): Promise<Set<string>> {
  const found = await rows<{ subject: string }>(
    db,
    sql`select distinct subject from feed_range where feed = ${feed} and read_at is null and purpose <> 'backfill'`,
  );
  return new Set(found.map(({ subject }) => subject));
}

export interface EventCounts {
  readonly ingested: number;
  readonly duplicate: number;
  readonly late: number;
  readonly rejected: number;
}

/** Adds to the counts of a feed. */
export async function addCounts(db: Database, feed: string, counts: EventCounts): Promise<void> {
  await db.execute(sql`
    update feed set ingested = ingested + ${counts.ingested}, duplicate = duplicate + ${counts.duplicate},
      late = late + ${counts.late}, rejected = rejected + ${counts.rejected}
    where name = ${feed}`);
}

export async function readCounts(db: Database, feed: string): Promise<EventCounts> {
  type Row = Record<keyof EventCounts, string>;
  const [row] = await rows<Row>(
    db,
    sql`select ingested, duplicate, late, rejected from feed where name = ${feed}`,
  );
  return {
    ingested: Number(row?.ingested ?? 0),
    duplicate: Number(row?.duplicate ?? 0),
    late: Number(row?.late ?? 0),
    rejected: Number(row?.rejected ?? 0),
  };
}

/** Returns true if the feed has run before. */
export async function hasFeed(db: Database, name: string): Promise<boolean> {
  const found = await rows(db, sql`select from feed where name = ${name}`);
  return found.length > 0;
}

/** Records why the last attempt failed. The feed fails since the first failure after `clearFailure`. */
export async function writeError(
  db: Database,
  feed: string,
  { message, problem }: Pick<SourceError, 'message' | 'problem'>,
  now: Date,
): Promise<void> {
  await db.execute(sql`update feed set ${failure(message, problem, now)} where name = ${feed}`);
}

/** Stops a feed until `retryFeed` resumes it. */
export async function stopFeed(db: Database, feed: string, reason: string, now: Date): Promise<void> {
  await db.execute(sql`
    update feed set is_stopped = true, ${failure(reason, 'stopped', now)} where name = ${feed}`);
}

function failure(message: string, problem: FeedProblem, now: Date): SQL {
  return sql`last_error = ${message}, last_error_at = ${timestamptz(now)},
    failing_since = coalesce(failing_since, ${timestamptz(now)}), problem = ${problem}`;
}

/** Records that the source of a feed works. The last error stays. */
export async function clearFailure(db: Database, feed: string): Promise<void> {
  await db.execute(sql`
    update feed set failing_since = null, problem = null
    where name = ${feed} and failing_since is not null and not is_stopped`);
}

/**
 * Retries failed ranges at once, and resumes a stopped feed. One that fails loses its lease: it starts again without the
 * pauses of its source. Returns the number of failed ranges.
 */
export async function retryFeed(db: Database, feed: string): Promise<number> {
  await db.execute(sql`
    update feed set is_stopped = false, failing_since = null, problem = null
    where name = ${feed} and is_stopped`);
  await db.execute(sql`
    update feed set owner = null, lease_until = null
    where name = ${feed} and failing_since is not null and kind <> 'stream'`);
  const retried = await rows(
    db,
    sql`update feed_range set retry_at = null where feed = ${feed} and read_at is null and attempts > 0 returning id`,
  );
  return retried.length;
}
