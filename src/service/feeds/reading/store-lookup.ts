import { sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { StoreLookup } from '#service/feeds/client/source.ts';
import { type Database, rows } from '#service/store/database.ts';

/** Looks up what is stored. Caches what it finds, because it stays stored. */
export function createStoreLookup(db: Database, feed: string): StoreLookup {
  const queryPool = async (address: RawAddress) => (await queryPools(db, [address])).get(address);
  const findOwnPool = cachedLookup(async (address) => {
    const pool = await queryPool(address);
    return pool?.feed === feed ? pool : undefined;
  });
  const findJetton = cachedLookup(async (address) => {
    const [row] = await rows<object>(db, sql`select from jetton where address = ${address}`);
    return row;
  });
  return {
    findPool: cachedLookup(queryPool),
    hasOwnPool: async (address) => (await findOwnPool(address)) !== undefined,
    hasJetton: async (address) => address === TON_ADDRESS || (await findJetton(address)) !== undefined,
  };
}

function cachedLookup<Value>(
  lookUp: (address: RawAddress) => Promise<Value | undefined>,
): (address: RawAddress) => Promise<Value | undefined> {
  const found = new Map<RawAddress, Value>();
  return async (address) => {
    const cached = found.get(address);
    if (cached !== undefined) return cached;
    const value = await lookUp(address);
    if (value !== undefined) found.set(address, value);
    return value;
  };
}

/** A pool in the store. */
export interface StoredPool {
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
  readonly type: string;
  /** The feed that its swaps come from, if any. */
  readonly feed: string | null;
  /** Whether the feed names the assets in reverse order. */
  readonly isReversed: boolean;
}

/** Returns the stored pools among `addresses`, by address. */
export async function queryPools(
  db: Database,
  addresses: readonly RawAddress[],
): Promise<ReadonlyMap<RawAddress, StoredPool>> {
  if (addresses.length === 0) return new Map();
  const found = await rows<StoredPool & { address: RawAddress }>(
    db,
    sql`select pool.address, pool.type, pool.feed, pool.feed_reversed as "isReversed", coalesce(jetton0.address, ${TON_ADDRESS}) as asset0,
        coalesce(jetton1.address, ${TON_ADDRESS}) as asset1
      from pool
      left join jetton jetton0 on jetton0.id = pool.asset0
      left join jetton jetton1 on jetton1.id = pool.asset1
      where pool.address = any(${sql.param([...new Set(addresses)])}::text[])`,
  );
  return new Map(found.map(({ address, ...pool }) => [address, pool]));
}
