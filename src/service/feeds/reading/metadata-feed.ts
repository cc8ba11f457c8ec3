import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type MetadataSource, SourceError } from '#service/feeds/client/source.ts';
import type { FeedState } from '#service/feeds/ledger/feed-state.ts';
import { awaitedAssets } from '#service/feeds/ledger/swaps-without-decimals.ts';
import type { OpenRound } from '#service/market/round.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import type { FeedContext } from './feed-context.ts';
import { mayConcernRequest, PolledFeed } from './polled-feed.ts';
import { newJetton } from './to-batch.ts';

/** Metadata is not requested again for this long. */
const MIN_AGE_MS = 10 * 60_000;

/**
 * Keeps the metadata of all jettons up to date from one source: first assets that swaps wait for, then jettons without
 * metadata, then the least recently refreshed ones. The source's rate limit sets the pace.
 */
export class MetadataFeed extends PolledFeed {
  private readonly source: MetadataSource;
  /** Jettons per request, which decreases after failures, to find the jetton that the source cannot answer for. */
  private batchSize: number;
  /** Jettons that could not be requested alone. They do not share a request with others again. */
  private readonly failing = new Set<RawAddress>();

  constructor(context: FeedContext, source: MetadataSource) {
    super(context);
    this.source = source;
    this.batchSize = source.batchSize;
  }

  protected override async poll(_state: FeedState, signal: AbortSignal): Promise<number> {
    const due = await this.dueAddresses();
    const [first] = due;
    if (first === undefined) return await this.idle();
    const isFailing = (address: RawAddress) => this.failing.has(address);
    const others = due.filter((address) => !isFailing(address));
    const addresses = isFailing(first) ? [first] : others.slice(0, this.batchSize);
    try {
      await this.storeMetadata(addresses, await this.source.fetchJettons(addresses, signal), signal);
    } catch (error) {
      if (!signal.aborted && error instanceof SourceError && mayConcernRequest(error))
        await this.requestLess(addresses);
      throw error;
    }
    if (addresses.length === 1) this.failing.delete(first);
    this.batchSize = Math.min(2 * this.batchSize, this.source.batchSize);
    return 0;
  }

  /** Requests half as many jettons next. One that fails alone counts as requested, so that it does not hold up the others. */
  private async requestLess(addresses: readonly RawAddress[]): Promise<void> {
    const { store, lease, now } = this.context;
    this.batchSize = Math.ceil(addresses.length / 2);
    if (addresses.length > 1) return;
    for (const address of addresses) this.failing.add(address);
    await writeRequested(store.db, lease.feed, addresses, now());
  }

  private async dueAddresses(): Promise<RawAddress[]> {
    const { store, lease, now } = this.context;
    const { batchSize } = this.source;
    const requested = sql`select from feed_metadata where feed = ${lease.feed}`;
    const since = new Date(now().getTime() - MIN_AGE_MS);
    const awaited = await awaitedAssets(store.db, lease.feed, since, batchSize);
    const found = await rows<{ address: RawAddress }>(
      store.db,
      sql`
      (
        select address from jetton
        where not exists (${requested} and feed_metadata.address = jetton.address)
        order by id desc limit ${batchSize}
      )
      union all
      (
        select address from feed_metadata
        where feed = ${lease.feed} and requested_at <= ${timestamptz(since)}
          and exists (select from jetton where jetton.address = feed_metadata.address)
        order by requested_at limit ${batchSize}
      )`,
    );
    return [...new Set([...awaited, ...found.map(({ address }) => address)])].slice(0, batchSize);
  }

  private async storeMetadata(
    addresses: readonly RawAddress[],
    { jettons = [], claims = [], invalid = [] }: Awaited<ReturnType<MetadataSource['fetchJettons']>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { lease, now } = this.context;
    const work = async (round: OpenRound) => {
      const { db } = round;
      const stored = new Set(await queryStoredAddresses(db, addresses));
      await writeRequested(db, lease.feed, addresses, now());
      const added = jettons.flatMap((facts) => (stored.has(facts.address) ? [] : (newJetton(facts) ?? [])));
      const updated = jettons.filter(({ address }) => stored.has(address));
      await round.record({
        jettons: added,
        jettonUpdates: updated.map((facts) => ({
          ...facts,
          holdersChangedAt: facts.holdersChangedAt ?? now(),
        })),
        claims: { at: now(), records: claims },
      });
    };
    await this.store({ ingested: jettons.length, invalid }, work, signal);
  }
}

async function queryStoredAddresses(db: Database, addresses: readonly RawAddress[]): Promise<RawAddress[]> {
  const found = await rows<{ address: RawAddress }>(
    db,
    sql`select address from jetton where address = any(${sql.param(addresses)}::text[])`,
  );
  return found.map(({ address }) => address);
}

/** Records when data of tokens was last requested by a feed. */
export async function writeRequested(
  db: Database,
  feed: string,
  addresses: readonly RawAddress[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into feed_metadata (feed, address, requested_at)
    select ${feed}, address, ${timestamptz(now)} from unnest(${sql.param(addresses)}::text[]) as address
    on conflict (feed, address) do update set requested_at = excluded.requested_at`);
}
