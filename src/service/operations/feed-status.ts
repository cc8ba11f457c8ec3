import { sql } from 'drizzle-orm';
import { type FeedProblem, type FeedStatus, maxLagSeconds } from '#contract/status.ts';
import { type Database, rows } from '#service/store/database.ts';

/** One row per feed, with its state as JSON text in the column `feed`: a `FeedRow`. */
export const feedStates = sql`
    select json_build_object(
      'name', feed.name, 'kind', feed.kind, 'stopped', feed.is_stopped,
      'position', iso(case when feed.head is not null then least(unread.position, feed.head) end),
      'head', iso(feed.head),
      'historyRead', case when feed.history_total > 0
        then greatest(0, least(1, round(1 - coalesce(unread.history, 0) / feed.history_total, 4)))
        else (feed.head is not null)::int end,
      'hasHistory', coalesce(unread.history, 0) > 0,
      'ranges', json_build_object('open', coalesce(unread.open, 0), 'failed', coalesce(unread.failed, 0)),
      'events', json_build_object(
        'ingested', feed.ingested, 'duplicate', feed.duplicate, 'late', feed.late, 'rejected', feed.rejected),
      'error', feed.last_error, 'errorAt', iso(feed.last_error_at),
      'problem', feed.problem, 'failingSince', iso(feed.failing_since)
    )::text as feed
    from feed
    left join lateral (
      select min(from_time) filter (where purpose = 'live') as position,
        count(*) as open, count(*) filter (where attempts > 0) as failed,
        sum(case when to_key = 9223372036854775807 then 1 else to_key::numeric - from_key end)
          filter (where purpose = 'history') as history
      from feed_range where feed_range.feed = feed.name and read_at is null
    ) as unread on true
    order by feed.name`;

export interface FeedRow
  extends Pick<FeedStatus, 'name' | 'kind' | 'historyRead' | 'stopped' | 'ranges' | 'events'> {
  readonly position: string | null;
  readonly head: string | null;
  readonly error: string | null;
  readonly errorAt: string | null;
  readonly problem: FeedProblem | null;
  readonly failingSince: string | null;
  readonly hasHistory: boolean;
}

/**
 * Returns the status of all feeds at `now`, sorted by name. All events before `position` are stored: it is the start of the
 * oldest unread live range, or the head if that is earlier. The last error is reported even after a later success.
 */
export async function queryFeedStatus(db: Database, now: Date): Promise<FeedStatus[]> {
  const found = await rows<{ feed: string }>(db, feedStates);
  return found.map(({ feed }) => toFeedStatus(JSON.parse(feed) as FeedRow, now));
}

/** Clocks may differ by as much. */
const MAX_AHEAD_SECONDS = 60;

/** Converts a row of `feedStates` for the time `now`. */
export function toFeedStatus(row: FeedRow, now: Date): FeedStatus {
  const { position, head, error, errorAt, problem, failingSince, hasHistory, ...rest } = row;
  const seconds = position === null ? undefined : Math.round((now.getTime() - Date.parse(position)) / 1000);
  // A position later than the clock is that of a wrong clock: what was stored until then is unknown.
  const lagSeconds =
    seconds === undefined || seconds >= -MAX_AHEAD_SECONDS ? seconds && Math.max(0, seconds) : -seconds;
  return {
    ...rest,
    ...(position === null ? {} : { position, lagSeconds }),
    ...(head === null ? {} : { head }),
    caughtUp: lagSeconds !== undefined && lagSeconds <= maxLagSeconds(row.kind) && !hasHistory,
    ...(error === null || errorAt === null ? {} : { lastError: { message: error, at: errorAt } }),
    ...(problem === null || failingSince === null ? {} : { failing: { since: failingSince, problem } }),
  };
}
