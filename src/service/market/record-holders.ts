import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { MAX_HOLDERS } from '#contract/holders.ts';
import { type Database, queryIds, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';
import type { HolderSnapshot } from './batch.ts';
import { ratio } from './trader-concentration.ts';

/** Addresses without a private key, to which tokens are sent to destroy them. */
const BURN_ADDRESSES: readonly RawAddress[] = [`0:${'0'.repeat(64)}`, `-1:${'0'.repeat(64)}`];

/** What the owner of a row of `holder` is, by the store and by its source. Null if unknown. */
export const holderKind: SQL = sql`case
  when exists (select from pool where pool.address = holder.owner) then 'pool'
  when holder.owner = any(${sql.param(BURN_ADDRESSES)}::text[]) then 'burn'
  else holder.kind
end`;

/**
 * Stores snapshots, each in place of an older one of its token, in the current transaction. Returns the ids of the jettons whose
 * values change.
 */
export async function recordHolders(db: Database, snapshots: readonly HolderSnapshot[]): Promise<number[]> {
  if (snapshots.length === 0) return [];
  const tokens: RawAddress[] = [];
  for (const { token, time, source, supply, holders } of snapshots) {
    const [stored] = await rows<{ token: RawAddress }>(
      db,
      sql`
      insert into holder_snapshot (token, time, source, supply)
      values (${token}, ${timestamptz(time)}, ${source}, ${supply ?? null}::numeric)
      on conflict (token) do update
        set time = excluded.time, source = excluded.source, supply = excluded.supply, top_ten_percent = null
        where holder_snapshot.time <= excluded.time
      returning token`,
    );
    if (!stored) continue;
    tokens.push(token);
    await db.execute(sql`delete from holder where token = ${token}`);
    const reported = rowsOf('new', holders, {
      owner: ['text', ({ owner }) => owner],
      balance: ['numeric', ({ balance }) => balance],
      kind: ['text', ({ kind }) => kind ?? null],
      name: ['text', ({ name }) => name ?? null],
    });
    await db.execute(sql`
      insert into holder (token, owner, balance, kind, name)
      select ${token}, owner, max(balance), max(kind), max(name)
      from ${reported}
      group by owner`);
  }
  const recorded = snapshotsOf(tokens);
  await completeSnapshots(db, recorded);
  return await jettonsOf(db, recorded);
}

/** Brings snapshots up to date in which pools are holders that were not stored as pools before. */
export async function updateHoldersOfPools(db: Database, pools: readonly RawAddress[]): Promise<number[]> {
  if (pools.length === 0) return [];
  const holding = sql`holder_snapshot.token in (
    select token from holder where owner = any(${sql.param(pools)}::text[]))`;
  await calculateConcentration(db, holding);
  return await jettonsOf(db, holding);
}

/** Brings snapshots up to date that were stored before their jetton, whose supply they lack. */
export async function completeSnapshotsOf(db: Database, jettonIds: readonly number[]): Promise<void> {
  if (jettonIds.length === 0) return;
  const found = await rows<{ token: RawAddress }>(
    db,
    sql`select token from holder_snapshot join jetton on jetton.address = token
      where holder_snapshot.supply is null and jetton.id = any(${sql.param(jettonIds)}::integer[])`,
  );
  if (found.length > 0) await completeSnapshots(db, snapshotsOf(found.map(({ token }) => token)));
}

const snapshotsOf = (tokens: readonly RawAddress[]) =>
  sql`holder_snapshot.token = any(${sql.param(tokens)}::text[])`;

function jettonsOf(db: Database, snapshots: SQL): Promise<number[]> {
  return queryIds(
    db,
    sql`select jetton.id from holder_snapshot join jetton on jetton.address = token where ${snapshots}`,
  );
}

/**
 * Completes snapshots that were stored, by default all of them: removes all but the largest holders, and determines the supply.
 * Without one of the snapshot, that of the jetton applies; one that holders exceed is of another time, and unknown.
 */
export async function completeSnapshots(db: Database, snapshots = sql`true`): Promise<void> {
  await db.execute(sql`
    delete from holder using (
      select holder.token, owner, row_number() over (partition by holder.token order by balance desc, owner) as rank
      from holder join holder_snapshot using (token) where ${snapshots}
    ) as ranked
    where holder.token = ranked.token and holder.owner = ranked.owner and (rank > ${MAX_HOLDERS} or balance = 0)`);
  await db.execute(sql`
    update holder_snapshot set supply = (
      select stated.supply
      from (
        select coalesce(
          holder_snapshot.supply,
          (select total_supply from jetton where address = holder_snapshot.token)
        ) as supply
      ) as stated
      where stated.supply > 0
        and stated.supply >= (select coalesce(sum(balance), 0) from holder where token = holder_snapshot.token)
    )
    where ${snapshots}`);
  await calculateConcentration(db, snapshots);
}

async function calculateConcentration(db: Database, snapshots: SQL): Promise<void> {
  await db.execute(sql`
    update holder_snapshot set top_ten_percent = (
      select ${ratio(sql`100 * coalesce(sum(balance), 0)`, sql`holder_snapshot.supply`)}
      from (
        select balance from holder
        where token = holder_snapshot.token and ${holderKind} is distinct from 'pool'
          and ${holderKind} is distinct from 'burn'
        order by balance desc limit 10
      ) as largest
    )
    where ${snapshots}`);
}
