import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type HolderSource, SourceError, type TokenHolders } from '#service/feeds/client/source.ts';
import type { FeedState } from '#service/feeds/ledger/feed-state.ts';
import type { OpenRound } from '#service/market/round.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import type { FeedContext } from './feed-context.ts';
import { writeRequested } from './metadata-feed.ts';
import { mayConcernRequest, PolledFeed } from './polled-feed.ts';

const MINUTE_MS = 60_000;
/** Holders of a token are not requested again for this long, if people have opened its jetton, or if the request failed. */
const MIN_AGE_MS = { others: 6 * 60 * MINUTE_MS, opened: 30 * MINUTE_MS, failed: 30 * MINUTE_MS } as const;
/** Jettons whose holders are requested even if they are neither opened nor watched: the most traded ones. */
const MAX_JETTONS = 2_000;

/** Returns the jettons that people opened, the latest first. */
export type OpenedJettons = () => readonly RawAddress[];

interface DueToken {
  readonly token: RawAddress;
  readonly withSupply: boolean;
  readonly isOpened: boolean;
  /** When it was last requested. */
  readonly previousAt: string | null;
}

/**
 * Keeps the largest holders of jettons, and of the LP tokens of their deepest pools, up to date from one source: first of jettons
 * that people open, then of those that the alerts of browsers watch, then by volume. The source's rate limit sets the pace.
 */
export class HoldersFeed extends PolledFeed {
  private readonly source: HolderSource;
  private readonly opened: OpenedJettons;

  constructor(context: FeedContext, source: HolderSource, opened: OpenedJettons = () => []) {
    super(context);
    this.source = source;
    this.opened = opened;
  }

  protected override async poll(_state: FeedState, signal: AbortSignal): Promise<number> {
    const { store, lease, now } = this.context;
    const due = await this.dueToken();
    if (!due) return await this.idle();
    // Before the request: a token that the source cannot answer for must not hold up the others, even if the process ends.
    const requestedAt = now();
    await writeRequested(store.db, lease.feed, [due.token], requestedAt);
    try {
      const found = await this.source.fetchHolders(due.token, { withSupply: due.withSupply, signal });
      await this.storeHolders(due.token, found, signal);
      return 0;
    } catch (error) {
      const concernsSource = error instanceof SourceError && !mayConcernRequest(error);
      // Requests that the source or this process is the reason for do not count.
      if (signal.aborted || concernsSource) await this.changeRequested(due, requestedAt, due.previousAt);
      else if (!due.isOpened) {
        const early = requestedAt.getTime() - MIN_AGE_MS.others + MIN_AGE_MS.failed;
        await this.changeRequested(due, requestedAt, new Date(early).toISOString());
      }
      throw error;
    }
  }

  /** Changes when a token counts as last requested, unless it was requested again since `requestedAt`. */
  private async changeRequested({ token }: DueToken, requestedAt: Date, to: string | null): Promise<void> {
    const { store, lease } = this.context;
    const isCurrent = sql`feed = ${lease.feed} and address = ${token} and requested_at = ${timestamptz(requestedAt)}`;
    await store.db.execute(
      to === null
        ? sql`delete from feed_metadata where ${isCurrent}`
        : sql`update feed_metadata set requested_at = ${to}::timestamptz where ${isCurrent}`,
    );
  }

  private async dueToken(): Promise<DueToken | undefined> {
    const { store, lease, now } = this.context;
    const before = (age: number) => timestamptz(new Date(now().getTime() - age));
    const [due] = await rows<DueToken>(
      store.db,
      sql`
      with watched as materialized (
        select distinct alert #>> '{rule,address}' as address from alert_rule where alert #>> '{rule,address}' is not null
      ),
      candidate as (
        select jetton.id, jetton.address, jetton.total_supply, jetton.reference_market_id, jetton.volume_24h,
          array_position(${sql.param(this.opened())}::text[], jetton.address) as opened,
          address in (select address from watched) as is_watched
        from jetton
        where address = any(${sql.param(this.opened())}::text[])
          or address in (select address from watched)
          or id in (select id from jetton order by volume_24h desc nulls last, address limit ${MAX_JETTONS})
      ),
      token as (
        select address as token, false as is_pool, total_supply is null as "withSupply", candidate.* from candidate
        union all
        select market.pool_address, true, true, candidate.*
        from candidate join market on market.id = candidate.reference_market_id
      )
      select token, "withSupply", opened is not null as "isOpened", iso(requested_at) as "previousAt" from token
      left join feed_metadata on feed = ${lease.feed} and feed_metadata.address = token.token
      where requested_at is null or requested_at <= case
        when opened is null then ${before(MIN_AGE_MS.others)} else ${before(MIN_AGE_MS.opened)}
      end
      order by opened nulls last, is_watched desc, volume_24h desc nulls last, token.address, is_pool
      limit 1`,
    );
    return due;
  }

  private async storeHolders(
    token: RawAddress,
    found: TokenHolders | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { lease, now } = this.context;
    const { holders = [], invalid = [], supply } = found ?? {};
    if (holders.length === 0 && invalid.length > 0)
      throw new SourceError(`unexpected response: all holders are invalid, such as: ${invalid[0]?.reason}`);
    const work = async (round: OpenRound) => {
      const source = await kindOf(round.db, lease.feed);
      if (found) await round.record({ holders: [{ token, time: now(), source, supply, holders }] });
    };
    await this.store({ ingested: found ? 1 : 0, invalid }, work, signal);
  }
}

async function kindOf(db: Database, feed: string): Promise<string> {
  const [row] = await rows<{ kind: string }>(db, sql`select kind from feed where name = ${feed}`);
  return row?.kind ?? feed;
}
