import { isDeepStrictEqual } from 'node:util';
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import { type Database, queryIds, rows } from '#service/store/database.ts';
import { jettonCopyFormat, type NewSwap, searchColumns } from '#service/store/rows.ts';
import { jetton, pool } from '#service/store/schema.ts';
import { rowsOf } from '#service/store/sql-text.ts';
import {
  type Batch,
  type JettonFacts,
  type JettonRecord,
  type PoolRecord,
  type PoolTypeRecord,
  type RateRecord,
  type ReservesRecord,
  type SwapRecord,
  UnknownReferenceError,
} from './batch.ts';
import type { Changes } from './calculate-changes.ts';
import { insertMarkets } from './derive-markets.ts';
import type { SwapKey } from './move-windows.ts';
import { swapTonRate } from './prices.ts';
import { recordClaims } from './record-claims.ts';
import { completeSnapshotsOf, recordHolders, updateHoldersOfPools } from './record-holders.ts';
import { recordReserves, storeLaterReserves } from './record-reserves.ts';
import { isDustSwap } from './ticks.ts';

export interface RoundTimes {
  /** The T that values are brought to next, or at least, if everything is calculated. */
  readonly at: Date;
  /** The clock, or the fixed time, that T is moved to step by step. */
  readonly now: Date;
}

/**
 * Stores a batch in the current transaction, for `advance`. Also returns the swaps that were not stored before. The
 * caller holds the lock on the data. Throws UnknownReferenceError.
 */
export async function recordBatch(
  db: Database,
  batch: Batch,
  times: RoundTimes,
): Promise<Changes & { readonly recordedSwaps: readonly SwapRecord[] }> {
  const jettons = [
    ...(await recordJettons(db, batch.jettons ?? [])),
    ...(await updateJettons(db, batch.jettonUpdates ?? [])),
    ...(batch.claims ? await recordClaims(db, batch.claims.records, batch.claims.at) : []),
  ];
  const markets = await recordPools(db, batch.pools ?? []);
  const withTypes = await recordPoolTypes(db, batch.poolTypes ?? []);
  await recordRates(db, batch.rates ?? []);
  const withHolders = [
    ...(await updateHoldersOfPools(
      db,
      markets.length > 0 ? (batch.pools ?? []).map(({ address }) => address) : [],
    )),
    ...(await recordHolders(db, batch.holders ?? [])),
  ];
  const { keys, recorded } = await recordSwapRecords(db, batch.swaps ?? []);
  const withReserves = await recordPoolReserves(db, batch.reserves ?? [], keys, times);
  return {
    swaps: keys,
    recordedSwaps: recorded,
    markets: [...markets.map(({ id }) => id), ...withTypes, ...withReserves],
    jettons: [...jettons, ...withHolders, ...markets.map(({ jettonId }) => jettonId)],
  };
}

/** A statement has at most 65,535 parameters. */
const JETTONS_PER_STATEMENT = 1_000;

/** Returns the ids of the new and changed jettons. */
async function recordJettons(db: Database, records: readonly JettonRecord[]): Promise<number[]> {
  // The last record of a jetton wins.
  const unique = [...new Map(records.map((record) => [record.address, record])).values()];
  if (unique.length === 0) return [];
  const [state] = await rows<{ lastId: number; stables: string[] }>(
    db,
    sql`select coalesce((select max(id) from jetton), 0) as "lastId", stables from dataset`,
  );
  const { lastId, stables } = state ?? { lastId: 0, stables: [] };
  const values = unique.map((record, index) => ({
    ...toColumns(record),
    ...searchColumns(record),
    links: [...record.links],
    id: lastId + 1 + index,
    stable: stables.includes(record.address),
  }));
  const ids: number[] = [];
  for (let start = 0; start < values.length; start += JETTONS_PER_STATEMENT) {
    const stored = await db
      .insert(jetton)
      .values(values.slice(start, start + JETTONS_PER_STATEMENT))
      .onConflictDoUpdate({ target: jetton.address, set: replacedColumns })
      .returning({ id: jetton.id });
    ids.push(...stored.map(({ id }) => id));
  }
  const isNew = (id: number) => id > lastId;
  await completeSnapshotsOf(db, ids.filter(isNew));
  return ids;
}

/** All columns of metadata, with the values of the row that was to be inserted. Unknown values become null. */
const replacedColumns = Object.fromEntries(
  Object.entries(getTableColumns(jetton))
    .filter(([key, { name }]) => isLoaded(name) && !['id', 'address', 'decimals'].includes(key))
    .map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
);

function isLoaded(column: string): boolean {
  return jettonCopyFormat.columns.some((name) => name === column);
}

/** Converts metadata to columns, some of which have another name or type. */
function toColumns<Facts extends JettonFacts>({ trustScore, trustScoreUpdatedAt, ...facts }: Facts) {
  const { totalSupply, circulatingSupply, holdersCount } = facts;
  return {
    ...facts,
    totalSupply: integerText(totalSupply),
    circulatingSupply: integerText(circulatingSupply),
    holdersCount: holdersCount === undefined ? undefined : BigInt(holdersCount),
    givenTrustScore: trustScore,
    givenTrustScoreUpdatedAt: trustScoreUpdatedAt,
  };
}

function integerText(value: string | number | bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Returns the ids of the jettons whose metadata changed. Most updates change nothing, and jettons have many indexes. */
async function updateJettons(db: Database, updates: readonly JettonFacts[]): Promise<number[]> {
  if (updates.length === 0) return [];
  const addresses = updates.map(({ address }) => address);
  const stored = await db.select().from(jetton).where(inArray(jetton.address, addresses));
  const storedByAddress = new Map(stored.map((row) => [row.address, row]));
  const changed: number[] = [];
  for (const update of updates) {
    const row = storedByAddress.get(update.address);
    const changes = row && changedColumns(row, update);
    if (!changes) continue;
    await db.update(jetton).set(changes).where(eq(jetton.id, row.id));
    changed.push(row.id);
  }
  return changed;
}

type JettonRow = typeof jetton.$inferSelect;

/** The columns whose given values differ from the stored ones; undefined if there are none. */
function changedColumns(row: JettonRow, update: JettonFacts): Partial<JettonRow> | undefined {
  const { address: _, decimals: __, ...given } = toColumns(update);
  const { name = row.name, symbol = row.symbol, holdersCount } = given;
  const hasNewCount = holdersCount !== undefined && holdersCount !== row.holdersCount;
  const values = {
    ...given,
    ...searchColumns({ name, symbol }),
    holdersChangedAt: hasNewCount ? given.holdersChangedAt : undefined,
  } satisfies Partial<Record<keyof JettonRow, unknown>>;
  const changes = Object.entries(values).filter(
    ([column, value]) => value !== undefined && !isDeepStrictEqual(value, row[column as keyof JettonRow]),
  );
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}

/** Returns the new markets. Stored pools are ignored. */
async function recordPools(db: Database, records: readonly PoolRecord[]) {
  if (records.length === 0) return [];
  const assets = await idsByAddress(
    db,
    'jetton',
    records.flatMap(({ asset0, asset1 }) => [asset0, asset1]).filter((asset) => asset !== TON_ADDRESS),
  );
  const idOf = (asset: RawAddress) => (asset === TON_ADDRESS ? 0 : requiredId(assets, asset));
  const [last] = await rows<{ id: number }>(db, sql`select coalesce(max(id), 0) as id from pool`);
  const values = records.map(({ asset0, asset1, type = DEFAULT_MARKET_TYPE, ...record }, index) => ({
    ...record,
    type,
    id: (last?.id ?? 0) + 1 + index,
    asset0: idOf(asset0),
    asset1: idOf(asset1),
  }));
  const stored = await db.insert(pool).values(values).onConflictDoNothing().returning({ id: pool.id });
  return await insertMarkets(db, sql`pool.id = any(${sql.param(stored.map(({ id }) => id))}::int[])`);
}

/** Returns the ids of the markets whose type changed: what sales bring depends on it. */
async function recordPoolTypes(db: Database, records: readonly PoolTypeRecord[]): Promise<number[]> {
  if (records.length === 0) return [];
  const reported = rowsOf('reported', records, {
    address: ['text', ({ address }) => address],
    type: ['text', ({ type }) => type],
  });
  return await queryIds(
    db,
    sql`
    with updated as (
      update pool set type = reported.type
      from ${reported}
      where pool.address = reported.address and pool.type <> reported.type
      returning pool.id
    )
    select m.id from updated join market m on m.pool_id = updated.id`,
  );
}

/** Stores reserves after the new swaps with `keys`. Returns as `recordReserves`. */
async function recordPoolReserves(
  db: Database,
  records: readonly ReservesRecord[],
  keys: readonly SwapKey[],
  { at, now }: RoundTimes,
): Promise<number[]> {
  const pools = await idsByAddress(
    db,
    'pool',
    records.map((record) => record.pool),
  );
  const reserves = records.map(({ pool: address, ...record }) => ({
    ...record,
    poolId: requiredId(pools, address),
  }));
  await storeLaterReserves(
    db,
    reserves.filter(({ time }) => time > at),
    now,
  );
  return await recordReserves(
    db,
    reserves.filter(({ time }) => time <= at),
    at,
    keys,
  );
}

/** Marks the dataset as stale if a changed rate of TON values stored trades: those for which no swap provides a rate. */
async function recordRates(db: Database, records: readonly RateRecord[]): Promise<void> {
  if (records.length === 0) return;
  // The last rate of a currency and date wins.
  const unique = [...new Map(records.map((record) => [`${record.code} ${record.date}`, record])).values()];
  const reported = rowsOf('reported', unique, {
    code: ['text', ({ code }) => code],
    date: ['date', ({ date }) => date],
    rate: ['numeric', ({ rate }) => rate],
  });
  const changed = await rows<Pick<RateRecord, 'code' | 'date'>>(
    db,
    sql`
    insert into fx (code, date, rate)
    select * from ${reported}
    on conflict (code, date) do update set rate = excluded.rate where fx.rate <> excluded.rate
    returning code, date::text as date`,
  );
  const dates = changed.filter(({ code }) => code === 'ton').map(({ date }) => date);
  if (dates.length === 0) return;
  const [first] = dates.toSorted();
  await db.execute(sql`
    update dataset set is_stale = true
    where exists (
      select from swap s
      where s.time >= ${first}::date::timestamp at time zone 'UTC'
        and s.time <= coalesce((select min(time) from ton_rate), 'infinity')
    )`);
}

/** Returns the keys of the new swaps, and their records. */
async function recordSwapRecords(db: Database, records: readonly SwapRecord[]) {
  const pools = await idsByAddress(
    db,
    'pool',
    records.map((record) => record.pool),
  );
  const traders = await traderIds(
    db,
    records.map(({ trader }) => trader),
  );
  const poolIdOf = (record: SwapRecord) => requiredId(pools, record.pool);
  const keys = await recordSwaps(
    db,
    records.map((record) => {
      const { pool: _, trader, ...swap } = record;
      return { ...swap, poolId: poolIdOf(record), traderId: requiredId(traders, trader) };
    }),
  );
  const byKey = new Map(records.map((record) => [`${poolIdOf(record)} ${record.lt}`, record]));
  const recorded = keys.flatMap(({ poolId, lt }) => byKey.get(`${poolId} ${lt}`) ?? []);
  return { keys, recorded };
}

/** Returns the ids of traders, and stores those that are new. */
async function traderIds(
  db: Database,
  addresses: readonly RawAddress[],
): Promise<ReadonlyMap<RawAddress, number>> {
  const unique = [...new Set(addresses)];
  if (unique.length === 0) return new Map();
  await db.execute(sql`
    insert into trader (address)
    select address from unnest(${sql.param(unique)}::text[]) as new_trader (address)
    where not exists (select from trader where trader.address = new_trader.address)`);
  return await idsByAddress(db, 'trader', unique);
}

async function idsByAddress(
  db: Database,
  table: 'jetton' | 'pool' | 'trader',
  addresses: readonly RawAddress[],
): Promise<ReadonlyMap<RawAddress, number>> {
  if (addresses.length === 0) return new Map();
  const found = await rows<{ id: number; address: RawAddress }>(
    db,
    sql`select id, address from ${sql.identifier(table)}
      where address = any(${sql.param([...new Set(addresses)])}::text[])`,
  );
  return new Map(found.map(({ id, address }) => [address, id]));
}

function requiredId(ids: ReadonlyMap<RawAddress, number>, address: RawAddress): number {
  const id = ids.get(address);
  if (id === undefined) throw new UnknownReferenceError(`${address} is not known`);
  return id;
}

/**
 * Stores swaps and the TON rates that they provide, in any order. Ignores swaps that are already stored, which are
 * identified by pool and `lt`. Returns the keys of the new ones, for `advance`.
 */
export async function recordSwaps(db: Database, swaps: readonly NewSwap[]): Promise<SwapKey[]> {
  if (swaps.length === 0) return [];
  const text = (value: bigint | undefined) => (value === undefined ? null : String(value));
  const reported = rowsOf('new', swaps, {
    pool_id: ['int', ({ poolId }) => poolId],
    time: ['timestamptz', ({ time }) => time.toISOString()],
    lt: ['bigint', ({ lt }) => String(lt)],
    trader_id: ['int', ({ traderId }) => traderId],
    sold0: ['boolean', ({ sold0 }) => sold0],
    amount0: ['numeric', ({ amount0 }) => String(amount0)],
    amount1: ['numeric', ({ amount1 }) => String(amount1)],
    volume_usd: ['numeric', ({ volumeUsd }) => volumeUsd ?? null],
    reserve0: ['numeric', ({ reserve0 }) => text(reserve0)],
    reserve1: ['numeric', ({ reserve1 }) => text(reserve1)],
    tx_hash: ['text', ({ txHash }) => txHash ?? null],
  });
  return await rows(
    db,
    sql`
    with recorded as (
      insert into swap (
        pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1, tx_hash
      )
      select pool_id, time, lt, trader_id, sold0, ${isDustSwap(sql`pool`)}, amount0, amount1, volume_usd, new.reserve0,
        new.reserve1, decode(tx_hash, 'hex')
      from ${reported}
      join pool on pool.id = pool_id
      on conflict (pool_id, lt) do nothing
      returning *
    ),
    rated as (
      insert into ton_rate (time, lt, pool_id, usd)
      select s.time, s.lt, s.pool_id, ${swapTonRate}
      from recorded s
      join market m on m.pool_id = s.pool_id and m.counterpart_id = 0
      join jetton on jetton.id = m.jetton_id and jetton.stable
      where not s.dust
    )
    select pool_id as "poolId", lt from recorded`,
  );
}
