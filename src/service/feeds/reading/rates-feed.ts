import { sql } from 'drizzle-orm';
import { type DailyRates, type RateSource, SourceError } from '#service/feeds/client/source.ts';
import { type FeedState, writeHead } from '#service/feeds/ledger/feed-state.ts';
import { rows } from '#service/store/database.ts';
import type { FeedContext } from './feed-context.ts';
import { mayConcernRequest, PolledFeed } from './polled-feed.ts';

const DAY_MS = 86_400_000;
/** Interval of attempts to get rates that the source does not have yet. */
const IDLE_MS = 10 * 60_000;
/** A day that the source does not have after this age is a gap in the source. The previous day's rates stay valid. */
const GIVE_UP_MS = 3 * DAY_MS;
/** The longest gap of the public source was 56 days. */
const LONGEST_GAP_MS = 56 * DAY_MS;
/** A file of the source that cannot be read counts as missing after as many attempts, until the others have been read. */
const MAX_ATTEMPTS = 3;

/**
 * Fetches the exchange rates of every day since the feed's start, latest first, and then of each new day. If the source
 * lacks the first days, also those of the last day before. If it does not have the current day, the latest rates that it
 * has are stored as those of their own date.
 */
export class RatesFeed extends PolledFeed {
  private readonly source: RateSource;
  /** Dates, or `latest`. */
  private readonly missing = new Set<string>();
  /** Failed attempts since the last success, by date or `latest`. */
  private readonly attempts = new Map<string, number>();

  constructor(context: FeedContext, source: RateSource) {
    super(context);
    this.source = source;
  }

  protected override async poll({ startTime }: FeedState, signal: AbortSignal): Promise<number> {
    const { store, lease, now } = this.context;
    const date = await this.nextDate(startTime);
    if (date !== undefined) {
      const daily = await this.fetchVersion(date, () => this.source.fetchRates(date, signal));
      if (daily) await this.storeRates(daily, signal);
      else this.missing.add(date);
      return 0;
    }
    if (this.missing.has(dateOf(now())) && !this.missing.has('latest')) {
      const latest = await this.fetchVersion('latest', () => this.source.fetchLatest(signal));
      await this.storeLatest(startTime, latest, signal);
    }
    this.forgetMissing();
    await writeHead(store.db, lease.feed, now());
    return IDLE_MS;
  }

  private async fetchVersion<Rates>(version: string, request: () => Promise<Rates>): Promise<Rates> {
    try {
      const rates = await request();
      this.attempts.delete(version);
      return rates;
    } catch (error) {
      if (error instanceof SourceError && mayConcernRequest(error)) {
        const attempts = (this.attempts.get(version) ?? 0) + 1;
        this.attempts.set(version, attempts);
        if (attempts >= MAX_ATTEMPTS) this.missing.add(version);
      }
      throw error;
    }
  }

  /**
   * The latest date without fiat rates, except those that the source lacks. If it lacks the first one, a date before it,
   * until rates are found.
   */
  private async nextDate(start: Date): Promise<string | undefined> {
    const { store, now } = this.context;
    const found = await rows<{ date: string }>(
      store.db,
      sql`
        with fiat as (select distinct date from fx where code <> 'ton')
        select to_char(day, 'YYYY-MM-DD') as date
        from generate_series(
          ${earliestDate(start)}::date::timestamp, ${dateOf(now())}::date::timestamp, interval '1 day') as day
        where not exists (select from fiat where date = day::date)
          and to_char(day, 'YYYY-MM-DD') <> all(${sql.param([...this.missing])}::text[])
          and (
            day >= ${dateOf(start)}::date
            or not exists (select from fiat where date between day::date and ${dateOf(start)}::date)
          )
        order by day desc limit 1`,
    );
    return found[0]?.date;
  }

  /** Recent rates may still be published, and broken files repaired. */
  private forgetMissing(): void {
    const since = dateOf(new Date(this.context.now().getTime() - GIVE_UP_MS));
    for (const version of this.missing)
      if (version >= since || this.attempts.has(version)) this.missing.delete(version);
  }

  private async storeLatest(start: Date, daily: DailyRates, signal: AbortSignal): Promise<void> {
    const { store, now } = this.context;
    if (daily.date < earliestDate(start) || daily.date > dateOf(now())) return;
    const stored = await rows(
      store.db,
      sql`select from fx where date = ${daily.date}::date and code <> 'ton' limit 1`,
    );
    if (stored.length === 0) await this.storeRates(daily, signal);
  }

  private async storeRates({ date, rates }: DailyRates, signal: AbortSignal): Promise<void> {
    const records = Array.from(rates, ([code, rate]) => ({ code, date, rate }));
    await this.store({ ingested: records.length }, (round) => round.record({ rates: records }), signal);
  }
}

/** The earliest date whose rates may be needed at the start. */
function earliestDate(start: Date): string {
  return dateOf(new Date(start.getTime() - LONGEST_GAP_MS));
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
