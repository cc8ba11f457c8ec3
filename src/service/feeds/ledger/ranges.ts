import { type SQL, sql } from 'drizzle-orm';
import {
  type DiscoveredRange,
  type Discovery,
  OPEN_END,
  type SourceRange,
  type SwapSource,
} from '#service/feeds/client/source.ts';
import { type Database, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';

type Purpose = 'live' | 'history' | 'backfill';

/** A stored range that is to be read, or was read recently. */
export interface StoredRange extends SourceRange {
  readonly id: string;
  readonly purpose: Purpose;
  readonly fromTime: Date;
  readonly toTime: Date;
  readonly attempts: number;
  /** When it was read; missing if it is to be read. */
  readonly readAt?: Date | undefined;
}

export type NewRange = Omit<StoredRange, 'id' | 'attempts'>;

export async function insertRanges(db: Database, feed: string, ranges: readonly NewRange[]): Promise<void> {
  if (ranges.length === 0) return;
  await db.execute(sql`
    insert into feed_range (feed, subject, from_key, to_key, from_time, to_time, purpose, read_at)
    select ${feed}, * from ${rowsOf('added', ranges, {
      subject: ['text', ({ subject }) => subject],
      from_key: ['bigint', ({ from }) => String(from)],
      to_key: ['bigint', ({ to }) => String(to)],
      from_time: ['timestamptz', ({ fromTime }) => fromTime.toISOString()],
      to_time: ['timestamptz', ({ toTime }) => toTime.toISOString()],
      purpose: ['text', ({ purpose }) => purpose],
      read_at: ['timestamptz', ({ readAt }) => readAt?.toISOString() ?? null],
    })}`);
}

/**
 * Splits discovered ranges that are longer than `chunk` into the latest chunk, which is live, and the rest, which is
 * history. Ranges that cannot be split are live, except for those that the source calls history and, if it does not
 * say, those of the first discovery.
 */
export function toNewRanges(
  { ranges }: Pick<Discovery, 'ranges'>,
  chunk: bigint | undefined,
  isFirst: boolean,
): NewRange[] {
  return ranges.flatMap((range): NewRange[] => {
    if (range.to === OPEN_END || chunk === undefined)
      return [{ ...range, purpose: (range.isHistory ?? isFirst) ? 'history' : 'live' }];
    if (range.to - range.from <= chunk) return [{ ...range, purpose: 'live' }];
    const middle = range.to - chunk;
    const time = estimateTime(range, middle);
    return [
      { ...range, to: middle, toTime: time, purpose: 'history' },
      { ...range, from: middle, fromTime: time, purpose: 'live' },
    ];
  });
}

/** Estimates the time of a key, for `position` only: keys such as blocks are not evenly distributed. */
function estimateTime({ from, to, fromTime, toTime }: DiscoveredRange, key: bigint): Date {
  const share = Number(key - from) / Number(to - from);
  return new Date(fromTime.getTime() + share * (toTime.getTime() - fromTime.getTime()));
}

/** Returns the weight of a range in the progress of the history: its length, or 1 if its end is open. */
export function weight({ from, to }: SourceRange): bigint {
  return to === OPEN_END ? 1n : to - from;
}

const columns = sql.raw(
  `id, subject, from_key as "from", to_key as "to", iso(from_time) as "fromTime", iso(to_time) as "toTime", purpose,
    attempts, iso(read_at) as "readAt"`,
);

async function queryRanges(db: Database, condition: SQL): Promise<StoredRange[]> {
  type Row = Record<'id' | 'subject' | 'from' | 'to' | 'fromTime' | 'toTime', string> &
    Pick<StoredRange, 'purpose' | 'attempts'> & { readonly readAt: string | null };
  const found = await rows<Row>(db, sql`select ${columns} from feed_range ${condition}`);
  return found.map((row) => ({
    ...row,
    from: BigInt(row.from),
    to: BigInt(row.to),
    fromTime: new Date(row.fromTime),
    toTime: new Date(row.toTime),
    readAt: row.readAt === null ? undefined : new Date(row.readAt),
  }));
}

/** Returns the ranges to read next: live ones, oldest first; then back-fill, then history, both latest first. */
export function nextUnread(db: Database, feed: string, now: Date, limit: number): Promise<StoredRange[]> {
  return queryRanges(
    db,
    sql`where feed = ${feed} and read_at is null and coalesce(retry_at <= ${timestamptz(now)}, true)
      order by purpose <> 'live', purpose <> 'backfill', case when purpose = 'live' then from_time end,
        to_time desc, to_key desc
      limit ${limit}`,
  );
}

/** Returns the ranges of the subject that were read, end at or before `from` and after `since`, latest first. */
export function readBefore(
  db: Database,
  feed: string,
  { subject, from }: SourceRange,
  since: Date,
): Promise<StoredRange[]> {
  return queryRanges(
    db,
    sql`where feed = ${feed} and subject = ${subject} and read_at is not null and to_key <= ${from}
        and to_time > ${timestamptz(since)}
      order by to_key desc`,
  );
}

interface DueAges {
  /** When ranges must have been due. */
  readonly before: Date;
  readonly recentMs: number;
  readonly finalMs: number;
  /** Whether ranges of the final age are due, and not only those of them that failed. */
  readonly isFinal: boolean;
}

/**
 * Returns ranges that ended at least `recentMs` or `finalMs` earlier than `before` and have not been read since they had that
 * age: first those that did not fail when they were read again, then the recent ones.
 */
export function dueAgain(
  db: Database,
  feed: string,
  now: Date,
  { before, recentMs, finalMs, isFinal }: DueAges,
  limit: number,
): Promise<StoredRange[]> {
  const isDue = (ageMs: number) => {
    const age = interval(ageMs);
    return sql`(read_at < to_time + ${age} and to_time <= ${timestamptz(before)} - ${age})`;
  };
  return queryRanges(
    db,
    sql`where feed = ${feed} and read_at is not null and coalesce(retry_at <= ${timestamptz(now)}, true)
        and (${isDue(recentMs)} or ((attempts > 0 or ${isFinal}) and ${isDue(finalMs)}))
      order by attempts, not ${isDue(recentMs)}, subject, from_key
      limit ${limit}`,
  );
}

/**
 * Deletes ranges that need not be read again, and those that failed when they were `giveUpMs` old. Those that failed earlier,
 * before the service was stopped for longer, are tried once more.
 */
export async function deleteFinalRanges(
  db: Database,
  feed: string,
  { finalMs, giveUpMs }: { readonly finalMs: number; readonly giveUpMs: number },
): Promise<void> {
  await db.execute(sql`
    delete from feed_range
    where feed = ${feed} and read_at is not null
      and (read_at >= to_time + ${interval(finalMs)}
        or (attempts > 0 and retry_at >= to_time + ${interval(giveUpMs)}))`);
}

function interval(milliseconds: number): SQL {
  return sql`make_interval(secs => ${milliseconds / 1000})`;
}

function ids(ranges: readonly ReadRange[]): SQL {
  return sql`${sql.param(ranges.map(({ id }) => id))}::bigint[]`;
}

/** A range that was read to its end; `end` is that of one with an open end. */
export interface ReadRange extends Pick<StoredRange, 'id'> {
  readonly end?: bigint | undefined;
}

/**
 * Records that ranges were read at `now`. Ranges of the history, of sources whose events never appear late (`isFinal`), and
 * without keys are not read again: the next range starts where one without keys does.
 */
export async function markAsRead(
  db: Database,
  ranges: readonly ReadRange[],
  now: Date,
  isFinal = false,
): Promise<void> {
  if (ranges.length === 0) return;
  const isReadAgain = isFinal ? sql`false` : sql`purpose = 'live'`;
  await db.execute(sql`
    update feed_range set read_at = ${timestamptz(now)}, attempts = 0, retry_at = null, error = null,
      to_key = case when to_key = ${OPEN_END} then coalesce(end_key, from_key) else to_key end
    from ${rowsOf('reading', ranges, {
      range_id: ['bigint', ({ id }) => id],
      end_key: ['bigint', ({ end }) => end?.toString() ?? null],
    })}
    where id = range_id and ${isReadAgain}`);
  await db.execute(sql`
    delete from feed_range where id = any(${ids(ranges)}) and (not (${isReadAgain}) or to_key <= from_key)`);
}

/** Records that a range was read up to `next`. */
export async function advanceRange(
  db: Database,
  feed: string,
  range: StoredRange,
  next: bigint,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update feed_range set from_key = ${next}, attempts = 0, retry_at = null, error = null where id = ${range.id}`);
  if (range.purpose !== 'live') return;
  await insertRanges(db, feed, [{ ...range, to: next, readAt: now }]);
}

/**
 * Replaces a range by two ranges, the second of which starts at `middle`. Of the history, the second is read before the first,
 * unless `readsFirst`.
 */
export async function splitRange(
  db: Database,
  feed: string,
  range: StoredRange,
  middle: bigint,
  readsFirst = false,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`delete from feed_range where id = ${range.id}`);
    await insertRanges(transaction, feed, [
      { ...range, to: middle, toTime: new Date(range.toTime.getTime() + (readsFirst ? 1 : 0)) },
      { ...range, from: middle },
    ]);
  });
}

/**
 * Sets the position of a feed back that a wrong clock or head has moved too far: to its newest event, or its start. With
 * `keyOf`, everything since then is read again. Other keys do not depend on a clock.
 */
export async function setBack(
  db: Database,
  feed: string,
  now: Date,
  keyOf: SwapSource['keyOf'],
): Promise<void> {
  const time = timestamptz(now);
  const [newest] = await rows<{ time: string; lt: string }>(
    db,
    sql`select iso(swap.time) as time, swap.lt::text as lt from swap join pool on pool.id = swap.pool_id
      where pool.feed = ${feed} and swap.time <= ${time}
        and swap.time >= (select start_time from feed where name = ${feed})
      order by swap.time desc, swap.lt desc limit 1`,
  );
  await db.execute(sql`
    update feed set reread_at = null, head = greatest(start_time, ${newest?.time ?? null}::timestamptz)
    where name = ${feed}`);
  await retryRangesAfter(db, feed, now);
  if (!keyOf) return;
  if (!newest) {
    // The start may be wrong as well: it is searched again.
    await db.execute(sql`delete from feed_range where feed = ${feed}`);
    await db.execute(sql`delete from feed_cursor where feed = ${feed}`);
    await db.execute(sql`update feed set start_key = null, history_total = 0 where name = ${feed}`);
    return;
  }
  const key = keyOf({ time: new Date(newest.time), lt: BigInt(newest.lt) });
  await db.execute(sql`delete from feed_range where feed = ${feed} and from_key >= ${key}`);
  await db.execute(sql`
    update feed_range set to_key = ${key}, to_time = ${newest.time}::timestamptz
    where feed = ${feed} and to_key > ${key}`);
  await db.execute(sql`update feed_cursor set key = least(key, ${key}) where feed = ${feed}`);
}

/** Retries failed ranges at once that would be retried after `time`, by a clock that has been set back since. */
export async function retryRangesAfter(db: Database, feed: string, time: Date): Promise<void> {
  await db.execute(sql`
    update feed_range set retry_at = null where feed = ${feed} and retry_at > ${timestamptz(time)}`);
}

/** Records the failed attempts to read ranges together. */
export async function failRanges(
  db: Database,
  ranges: readonly StoredRange[],
  attempts: number,
  retryAt: Date,
  error: string,
): Promise<void> {
  await db.execute(sql`
    update feed_range set attempts = ${attempts}, retry_at = ${timestamptz(retryAt)}, error = ${error}
    where id = any(${ids(ranges)})`);
}
