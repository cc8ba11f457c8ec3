import { sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { StoreLookup } from '#service/feeds/client/source.ts';
import { type Database, rows } from '#service/store/database.ts';
import { queryPools } from './stored-pools.ts';

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
