import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type RateSource, SourceError } from '#service/feeds/source.ts';
import { addCounts, readFeedState, writeError, writeHead } from '#service/feeds/state/feed-state.ts';
import { requireLease } from '#service/feeds/state/lease.ts';
import { type IngestSteps, ingest } from '#service/ingest/ingest.ts';
import { rows } from '#service/store/database.ts';
import type { FeedContext } from './feed-context.ts';
import { retryDelay } from './retry-delay.ts';

const DAY_MS = 86_400_000;
/** Interval of attempts to get rates that the source does not have yet. */
const IDLE_MS = 10 * 60_000;
const BUSY_MS = 100;
const STOPPED_MS = 2_000;
/** A day that the source does not have after this age is a gap in the source. The previous day's rates stay valid. */
const GIVE_UP_MS = 3 * DAY_MS;

/** Fetches the exchange rates of every day since the feed's start, latest first, and then of each new day. */
export class RatesFeed {
  private readonly context: FeedContext;
  private readonly source: RateSource;
  private readonly missing = new Set<string>();
  private failures = 0;

  constructor(context: FeedContext, source: RateSource) {
    this.context = context;
    this.source = source;
  }

  /** Makes at most one request. Returns the milliseconds to wait before the next step. */
  async step(signal: AbortSignal): Promise<number> {
    const { store, lease, now } = this.context;
    const { isStopped, startTime } = await readFeedState(store.db, lease.feed);
    if (isStopped) return STOPPED_MS;
    const date = await this.nextDate(startTime);
    if (date === undefined) {
      this.forgetRecent();
      await writeHead(store.db, lease.feed, now(), 0n);
      return IDLE_MS;
    }
    try {
      const rates = await this.source.fetchRates(date, signal);
      if (rates) await this.storeRates(date, rates, signal);
      else this.missing.add(date);
      this.failures = 0;
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      if (!(error instanceof SourceError)) throw error;
      this.failures += 1;
      await writeError(store.db, lease.feed, error.message, now());
      return retryDelay(this.failures, error.retryAfter);
    }
  }

  /** The latest date without fiat rates, except those that the source lacks. */
  private async nextDate(start: Date): Promise<string | undefined> {
    const { store, now } = this.context;
    const found = await rows<{ date: string }>(
      store.db,
      sql`select to_char(day, 'YYYY-MM-DD') as date
        from generate_series(${dateOf(start)}::date::timestamp, ${dateOf(now())}::date::timestamp, interval '1 day') as day
        where not exists (select from fx where fx.date = day::date and fx.code <> 'ton')
          and to_char(day, 'YYYY-MM-DD') <> all(${sql.param([...this.missing])}::text[])
        order by day desc limit 1`,
    );
    return found[0]?.date;
  }

  /** Recent rates may still be published. */
  private forgetRecent(): void {
    const since = dateOf(new Date(this.context.now().getTime() - GIVE_UP_MS));
    for (const date of this.missing) if (date >= since) this.missing.delete(date);
  }

  private async storeRates(
    date: string,
    rates: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, lease, now, clock, onRound } = this.context;
    const records = Array.from(rates, ([code, rate]) => ({ code, date, rate }));
    const steps: IngestSteps = {
      prepare: async (db) => {
        await requireLease(db, lease);
        await writeHead(db, lease.feed, now(), 0n);
        await addCounts(db, lease.feed, { ingested: records.length, duplicate: 0, late: 0, rejected: 0 });
        return { rates: records };
      },
      finish: async () => undefined,
    };
    for (;;) {
      const { outcome } = await ingest(store, clock.now(), steps, onRound);
      if (outcome === 'done' || outcome === 'stale') return;
      await delay(BUSY_MS, undefined, { signal });
    }
  }
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
