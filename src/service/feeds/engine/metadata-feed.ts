import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { MetadataSource } from '#service/feeds/source.ts';
import { SourceError } from '#service/feeds/source.ts';
import { addCounts, readFeedState, writeError, writeHead } from '#service/feeds/state/feed-state.ts';
import { requireLease } from '#service/feeds/state/lease.ts';
import { keepRejected } from '#service/feeds/state/rejected.ts';
import { waitedAssets } from '#service/feeds/state/waiting.ts';
import type { JettonRecord } from '#service/ingest/batch.ts';
import { ingest } from '#service/ingest/ingest.ts';
import { type Database, rows } from '#service/store/database.ts';
import type { FeedContext } from './feed-context.ts';
import { retryDelay } from './retry-delay.ts';

/** Metadata is not requested again for this long. */
const MIN_AGE_MS = 10 * 60_000;
/** Interval of looking for new jettons when nothing is due. */
const IDLE_MS = 3_000;
const BUSY_MS = 100;
const STOPPED_MS = 2_000;

/**
 * Keeps the metadata of all jettons up to date from one source: first assets that swaps wait for, then jettons without
 * metadata, then those that were refreshed the longest ago. The source's rate limit sets the pace.
 */
export class MetadataFeed {
  private readonly context: FeedContext;
  private readonly source: MetadataSource;
  private failures = 0;

  constructor(context: FeedContext, source: MetadataSource) {
    this.context = context;
    this.source = source;
  }

  /** Makes at most one request. Returns the milliseconds to wait before the next step. */
  async step(signal: AbortSignal): Promise<number> {
    const { store, lease, now } = this.context;
    if ((await readFeedState(store.db, lease.feed)).isStopped) return STOPPED_MS;
    const addresses = await this.dueAddresses();
    if (addresses.length === 0) return IDLE_MS;
    try {
      const found = await this.source.fetchJettons(addresses, signal);
      await this.storeMetadata(addresses, found, signal);
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

  private async dueAddresses(): Promise<RawAddress[]> {
    const { store, lease, now } = this.context;
    const { batchSize } = this.source;
    const asked = sql`select from feed_metadata known where known.feed = ${lease.feed}`;
    const since = new Date(now().getTime() - MIN_AGE_MS);
    const waited = await waitedAssets(store.db, lease.feed, since, batchSize);
    const found = await rows<{ address: RawAddress }>(
      store.db,
      sql`
      (
        select address from jetton
        where not exists (${asked} and known.address = jetton.address)
        order by id desc limit ${batchSize}
      )
      union all
      (
        select address from feed_metadata
        where feed = ${lease.feed} and requested_at <= ${since.toISOString()}::timestamptz
          and exists (select from jetton where jetton.address = feed_metadata.address)
        order by requested_at limit ${batchSize}
      )`,
    );
    return [...new Set([...waited, ...found.map(({ address }) => address)])].slice(0, batchSize);
  }

  private async storeMetadata(
    addresses: readonly RawAddress[],
    { jettons = [], invalid = [] }: Awaited<ReturnType<MetadataSource['fetchJettons']>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, lease, now, clock } = this.context;
    const prepare = async (db: Database) => {
      await requireLease(db, lease);
      const known = new Set(await knownAddresses(db, addresses));
      const rejected = await keepRejected(db, lease.feed, invalid, now());
      await writeRequested(db, lease.feed, addresses, now());
      await writeHead(db, lease.feed, now(), 0n);
      await addCounts(db, lease.feed, { ingested: jettons.length, duplicate: 0, late: 0, rejected });
      const added = jettons.flatMap(({ decimals, ...facts }): JettonRecord[] =>
        decimals === undefined || known.has(facts.address)
          ? []
          : [{ name: '', symbol: '', links: [], verification: 'JVS_NONE', ...facts, decimals }],
      );
      const updated = jettons.flatMap((jetton) => {
        const { decimals: _, ...facts } = jetton;
        return known.has(facts.address) ? [{ holdersChangedAt: now(), ...facts }] : [];
      });
      return { jettons: added, jettonUpdates: updated };
    };
    const finish = async () => undefined;
    for (;;) {
      const { outcome } = await ingest(store, clock.now(), { prepare, finish });
      if (outcome === 'done' || outcome === 'stale') return;
      await delay(BUSY_MS, undefined, { signal });
    }
  }
}

async function knownAddresses(db: Database, addresses: readonly RawAddress[]): Promise<RawAddress[]> {
  const found = await rows<{ address: RawAddress }>(
    db,
    sql`select address from jetton where address = any(${sql.param(addresses)}::text[])`,
  );
  return found.map(({ address }) => address);
}

async function writeRequested(
  db: Database,
  feed: string,
  addresses: readonly RawAddress[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into feed_metadata (feed, address, requested_at)
    select ${feed}, address, ${now.toISOString()}::timestamptz from unnest(${sql.param(addresses)}::text[]) as address
    on conflict (feed, address) do update set requested_at = excluded.requested_at`);
}
