import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import { timestamptz } from '#service/market/affected-jettons.ts';
import type { PoolRecord, SwapRecord } from '#service/market/batch.ts';
import { type Database, rows } from '#service/store/database.ts';

/** A swap of a pool with an asset whose decimals are unknown. */
export interface WaitingSwap {
  readonly swap: SwapRecord<Amount>;
  /** Missing if the pool is stored. */
  readonly pool: PoolRecord | undefined;
  readonly asset: RawAddress;
}

const MAX_RELEASED = 1_000;

/** Stores swaps until the decimals of their asset are known. */
export async function storeWaiting(db: Database, feed: string, swaps: readonly WaitingSwap[]): Promise<void> {
  if (swaps.length === 0) return;
  const column = (value: (waiting: WaitingSwap) => string) => sql.param(swaps.map(value));
  await db.execute(sql`
    insert into feed_waiting (feed, pool, lt, asset, event)
    select distinct on (pool, lt) ${feed}, pool, lt, asset, event
    from unnest(
      ${column(({ swap }) => swap.pool)}::text[],
      ${column(({ swap }) => String(swap.lt))}::bigint[],
      ${column(({ asset }) => asset)}::text[],
      ${column(({ swap, pool }) => JSON.stringify({ swap: { ...swap, lt: String(swap.lt) }, pool }))}::jsonb[]
    ) as waiting (pool, lt, asset, event)
    on conflict (feed, pool, lt) do update set asset = excluded.asset, event = excluded.event`);
}

/** Removes and returns swaps whose asset has been stored since. */
export async function releaseWaiting(db: Database, feed: string): Promise<Omit<WaitingSwap, 'asset'>[]> {
  // The shape that `storeWaiting` stores.
  interface Stored {
    readonly swap: Omit<SwapRecord<Amount>, 'time' | 'lt'> & { readonly time: string; readonly lt: string };
    readonly pool?: Omit<PoolRecord, 'createdAt'> & { readonly createdAt?: string };
  }
  const released = await rows<{ event: string }>(
    db,
    sql`delete from feed_waiting
      where (feed, pool, lt) in (
        select feed, pool, lt from feed_waiting
        where feed = ${feed} and exists (select from jetton where address = asset)
        limit ${MAX_RELEASED}
      )
      returning event::text as event`,
  );
  return released.map(({ event }) => {
    const { swap, pool } = JSON.parse(event) as Stored;
    const createdAt = pool?.createdAt === undefined ? undefined : new Date(pool.createdAt);
    return {
      swap: { ...swap, time: new Date(swap.time), lt: BigInt(swap.lt) },
      pool: pool && { ...pool, createdAt },
    };
  });
}

/** Returns true if `releaseWaiting` would return swaps. */
export async function hasReleasable(db: Database, feed: string): Promise<boolean> {
  const [row] = await rows<{ found: boolean }>(
    db,
    sql`select exists (
      select from feed_waiting where feed = ${feed} and exists (select from jetton where address = asset)
    ) as found`,
  );
  return row?.found ?? false;
}

/**
 * Returns the assets that swaps of any feed wait for, except those that `metadataFeed` has requested after `since`: first
 * those that it has never requested, then the least recently requested ones.
 */
export async function awaitedAssets(
  db: Database,
  metadataFeed: string,
  since: Date,
  limit: number,
): Promise<RawAddress[]> {
  const found = await rows<{ asset: RawAddress }>(
    db,
    sql`select asset from (select distinct asset from feed_waiting) as awaited
      left join feed_metadata on feed_metadata.feed = ${metadataFeed} and feed_metadata.address = asset
      where not exists (select from jetton where jetton.address = asset)
        and coalesce(requested_at <= ${timestamptz(since)}, true)
      order by requested_at nulls first
      limit ${limit}`,
  );
  return found.map(({ asset }) => asset);
}
