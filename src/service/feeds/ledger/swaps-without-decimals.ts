import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import type { PoolRecord, ReservesRecord, SwapRecord } from '#service/market/batch.ts';
import { type Database, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';

/** A swap of a pool with an asset whose decimals are unknown. */
export interface WaitingSwap {
  readonly swap: SwapRecord<Amount>;
  /** Missing if the pool is stored. */
  readonly pool: PoolRecord | undefined;
  readonly asset: RawAddress;
}

/** Reserves of a pool with an asset whose decimals are unknown. */
export interface WaitingReserves {
  readonly reserves: ReservesRecord<Amount>;
  /** Missing if the pool is stored. */
  readonly pool: PoolRecord | undefined;
  readonly asset: RawAddress;
}

const MAX_RELEASED = 1_000;

/** Stores swaps until the decimals of their asset are known. */
export async function storeWaiting(db: Database, feed: string, swaps: readonly WaitingSwap[]): Promise<void> {
  if (swaps.length === 0) return;
  const waiting = rowsOf('waiting', swaps, {
    pool: ['text', ({ swap }) => swap.pool],
    lt: ['bigint', ({ swap }) => String(swap.lt)],
    asset: ['text', ({ asset }) => asset],
    event: ['jsonb', ({ swap, pool }) => JSON.stringify({ swap: { ...swap, lt: String(swap.lt) }, pool })],
  });
  await db.execute(sql`
    insert into feed_waiting (feed, pool, lt, asset, event)
    select distinct on (pool, lt) ${feed}, pool, lt, asset, event
    from ${waiting}
    on conflict (feed, pool, lt) do update set asset = excluded.asset, event = excluded.event`);
}

/**
 * Reserves wait in the table of swaps, the latest of each pool with lt 0, under a name that no feed can have: version 0.1
 * reads only swaps from it, and may run beside this one.
 */
function reservesOf(feed: string): string {
  return `${feed} reserves`;
}

/** The order of reserves that wait; those without a logical time are the last of their second. */
function orderOf(table: 'waiting' | 'feed_waiting' | 'excluded'): SQL {
  const reserves = sql`${sql.identifier(table)}.event->'reserves'`;
  return sql`row((${reserves}->>'time')::timestamptz, coalesce((${reserves}->>'lt')::numeric, 'infinity'))`;
}

/** Stores the latest reserves of pools until the decimals of their asset are known. */
export async function storeWaitingReserves(
  db: Database,
  feed: string,
  events: readonly WaitingReserves[],
): Promise<void> {
  if (events.length === 0) return;
  const eventOf = ({ reserves, pool }: WaitingReserves) =>
    JSON.stringify({ reserves: { ...reserves, lt: reserves.lt?.toString() }, pool });
  const waiting = rowsOf('waiting', events, {
    pool: ['text', ({ reserves }) => reserves.pool],
    asset: ['text', ({ asset }) => asset],
    event: ['jsonb', eventOf],
    ordinal: ['int', (_, index) => index],
  });
  await db.execute(sql`
    insert into feed_waiting (feed, pool, lt, asset, event)
    select distinct on (pool) ${reservesOf(feed)}, pool, 0, asset, event
    from ${waiting}
    order by pool, ${orderOf('waiting')} desc, ordinal desc
    on conflict (feed, pool, lt) do update set asset = excluded.asset, event = excluded.event
      where ${orderOf('feed_waiting')} <= ${orderOf('excluded')}`);
}

/** Removes and returns swaps whose asset has been stored since. */
export async function releaseWaiting(db: Database, feed: string): Promise<Omit<WaitingSwap, 'asset'>[]> {
  // The shape that `storeWaiting` stores.
  interface Stored extends StoredPool {
    readonly swap: Omit<SwapRecord<Amount>, 'time' | 'lt'> & { readonly time: string; readonly lt: string };
  }
  const released = await release<Stored>(db, feed);
  return released.map(({ swap, pool }) => ({
    swap: { ...swap, time: new Date(swap.time), lt: BigInt(swap.lt) },
    pool: toPool(pool),
  }));
}

/** Removes and returns reserves of pools whose asset has been stored since. */
export async function releaseWaitingReserves(
  db: Database,
  feed: string,
): Promise<Omit<WaitingReserves, 'asset'>[]> {
  // The shape that `storeWaitingReserves` stores.
  interface Stored extends StoredPool {
    readonly reserves: Omit<ReservesRecord<Amount>, 'time' | 'lt'> & {
      readonly time: string;
      readonly lt?: string;
    };
  }
  const released = await release<Stored>(db, reservesOf(feed));
  return released.map(({ reserves, pool }) => ({
    reserves: {
      ...reserves,
      time: new Date(reserves.time),
      lt: reserves.lt === undefined ? undefined : BigInt(reserves.lt),
    },
    pool: toPool(pool),
  }));
}

interface StoredPool {
  readonly pool?: Omit<PoolRecord, 'createdAt'> & { readonly createdAt?: string };
}

function toPool(pool: StoredPool['pool']): PoolRecord | undefined {
  return pool && { ...pool, createdAt: pool.createdAt === undefined ? undefined : new Date(pool.createdAt) };
}

async function release<Stored>(db: Database, name: string): Promise<Stored[]> {
  const released = await rows<{ event: string }>(
    db,
    sql`delete from feed_waiting
      where (feed, pool, lt) in (
        select feed, pool, lt from feed_waiting
        where feed = ${name} and exists (select from jetton where address = asset)
        limit ${MAX_RELEASED}
      )
      returning event::text as event`,
  );
  return released.map(({ event }) => JSON.parse(event) as Stored);
}

/** Returns true if swaps or reserves can be released. */
export async function hasReleasable(db: Database, feed: string): Promise<boolean> {
  const [row] = await rows<{ found: boolean }>(
    db,
    sql`select exists (
      select from feed_waiting
      where feed in (${feed}, ${reservesOf(feed)}) and exists (select from jetton where address = asset)
    ) as found`,
  );
  return row?.found ?? false;
}

/**
 * Returns the assets that swaps and reserves of any feed wait for, except those that `metadataFeed` has requested after `since`: first
 * those that it has never requested, then the least recently requested ones. Assets that only reserves wait for, of which
 * there can be tens of thousands, come last and are requested once a day.
 */
export async function awaitedAssets(
  db: Database,
  metadataFeed: string,
  since: Date,
  limit: number,
): Promise<RawAddress[]> {
  const found = await rows<{ asset: RawAddress }>(
    db,
    sql`select asset
      from (
        select asset, bool_and(event->'reserves' is not null) as is_untraded from feed_waiting group by asset
      ) as awaited
      left join feed_metadata on feed_metadata.feed = ${metadataFeed} and feed_metadata.address = asset
      where not exists (select from jetton where jetton.address = asset)
        and coalesce(
          requested_at <= ${timestamptz(since)} - case when is_untraded then interval '1 day' else interval '0' end,
          true
        )
      order by is_untraded, requested_at nulls first
      limit ${limit}`,
  );
  return found.map(({ asset }) => asset);
}
