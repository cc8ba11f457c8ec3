import { sql } from 'drizzle-orm';
import { stringify } from 'lossless-json';
import type { InvalidEvent } from '#service/feeds/client/source.ts';
import { type Database, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';
import { storableText } from '#service/validation/values.ts';

/** Events stored per feed. */
const MAX_REJECTED = 1_000;
const MAX_EVENT_LENGTH = 4_000;

/** Stores invalid events with the reason. Returns how many of them were not stored before. */
export async function storeRejected(
  db: Database,
  feed: string,
  events: readonly InvalidEvent[],
  now: Date,
): Promise<number> {
  if (events.length === 0) return 0;
  const unique = [...new Map(events.map((event) => [event.key, event])).values()].slice(-MAX_REJECTED);
  const rejected = rowsOf('rejected', unique, {
    key: ['text', ({ key }) => storableText(key).slice(0, 200)],
    reason: ['text', ({ reason }) => storableText(reason)],
    event: ['text', ({ event }) => storableText(eventText(event))],
  });
  const added = await rows(
    db,
    sql`insert into feed_rejected (feed, key, reason, event, at)
      select ${feed}, key, reason, event, ${timestamptz(now)}
      from ${rejected}
      on conflict do nothing
      returning key`,
  );
  if (added.length > 0)
    await db.execute(sql`
      delete from feed_rejected
      where feed = ${feed} and (at, key) < (
        select at, key from feed_rejected where feed = ${feed} order by at desc, key desc offset ${MAX_REJECTED - 1} limit 1
      )`);
  return added.length;
}

function eventText(event: unknown): string {
  // Numbers of a source keep all of their digits.
  const text = stringify(event);
  return (text ?? '').slice(0, MAX_EVENT_LENGTH);
}
