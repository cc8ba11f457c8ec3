import { type SQL, sql } from 'drizzle-orm';
import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { NotFoundError } from '#contract/errors.ts';
import { type HolderKind, MAX_HOLDERS, MAX_LIQUIDITY_POOLS, type TopHolders } from '#contract/holders.ts';
import type { InputOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { holderKind } from '#service/market/record-holders.ts';
import { ratio } from '#service/market/trader-concentration.ts';
import { type Database, rows } from '#service/store/database.ts';
import { marketLiquidity } from './current-values.ts';
import { assetMultiplier, displayed } from './multipliers.ts';
import { addressBookOf, optional, optionalAmount } from './response-parts.ts';

/** Extension: the largest holders of a jetton, and what is burned or locked (specification: holders). */
export async function getJettonTopHolders(
  { store: { db }, onHoldersOpened }: ServiceContext,
  { address }: InputOf<ServedOperations['getJettonTopHolders']>,
): Promise<TopHolders> {
  const [snapshot] = await querySnapshot(db, address);
  if (!snapshot) throw new NotFoundError(address);
  onHoldersOpened?.(address);
  const holders = (await queryHolders(db, address)).map(({ owner, ...row }) => ({
    owner,
    ownerFriendly: toUserFriendly(owner),
    amount: amountFromDecimal(row.amount),
    percent: optional(row.percent),
    kind: optional(row.kind),
    name: optional(row.name),
    exchangeId: optional(row.exchangeId),
  }));
  const liquidity = await queryLiquidity(db, address);
  const addresses = [...holders.map(({ owner }) => owner), ...liquidity.map((pool) => pool.poolAddress)];
  return {
    snapshotAt: optional(snapshot.snapshotAt),
    source: optional(snapshot.source),
    supply: optionalAmount(snapshot.supply),
    topTenPercent: optional(snapshot.topTenPercent),
    topHundredPercent: optional(snapshot.topHundredPercent),
    poolsPercent: optional(snapshot.poolsPercent),
    burnedPercent: optional(snapshot.burnedPercent),
    lockedPercent: optional(snapshot.lockedPercent),
    holders,
    liquidity,
    addressBook: addressBookOf(addresses),
  };
}

interface SnapshotRow {
  readonly snapshotAt: string | null;
  readonly source: string | null;
  /** A decimal string, whose scale is the Amount's decimals. */
  readonly supply: string | null;
  readonly topTenPercent: number | null;
  readonly topHundredPercent: number | null;
  readonly poolsPercent: number | null;
  readonly burnedPercent: number | null;
  readonly lockedPercent: number | null;
}

/** Holders with what they are, and the shares of a snapshot `s` by it. */
const classified = sql`(select holder.*, ${holderKind} as class from holder)`;
const shares = sql`
  cross join lateral (
    select ${shareWhere(sql`class is null or class not in ('pool', 'burn')`)} as others,
      ${shareWhere(sql`class = 'pool'`)} as pools, ${shareWhere(sql`class = 'burn'`)} as burned,
      ${shareWhere(sql`class = 'locker'`)} as locked
    from ${classified} as classified where token = s.token
  ) as share`;

function shareWhere(condition: SQL): SQL {
  return ratio(sql`100 * coalesce(sum(balance) filter (where ${condition}), 0)`, sql`s.supply`);
}

/** Returns a row if the jetton exists. */
function querySnapshot(db: Database, address: RawAddress): Promise<SnapshotRow[]> {
  return rows(
    db,
    sql`
    select iso(s.time) as "snapshotAt", s.source,
      (${displayed.asset(sql`(s.supply * ('1e-' || j.decimals)::numeric)`)})::text as supply,
      s.top_ten_percent as "topTenPercent", share.others as "topHundredPercent", share.pools as "poolsPercent",
      share.burned as "burnedPercent", share.locked as "lockedPercent"
    from jetton j
    left join holder_snapshot s on s.token = j.address
    ${shares}
    ${assetMultiplier}
    where j.address = ${address}`,
  );
}

interface HolderRow {
  readonly owner: RawAddress;
  readonly amount: string;
  readonly percent: number | null;
  readonly kind: HolderKind | null;
  readonly name: string | null;
  readonly exchangeId: string | null;
}

function queryHolders(db: Database, address: RawAddress): Promise<HolderRow[]> {
  return rows(
    db,
    sql`
    select h.owner, (${displayed.asset(sql`(h.balance * ('1e-' || j.decimals)::numeric)`)})::text as amount,
      ${ratio(sql`100 * h.balance`, sql`s.supply`)} as percent, h.class as kind, h.name,
      pool.exchange as "exchangeId"
    from jetton j
    join holder_snapshot s on s.token = j.address
    join ${classified} as h on h.token = s.token
    left join pool on pool.address = h.owner
    ${assetMultiplier}
    where j.address = ${address}
    order by h.balance desc, h.owner
    limit ${MAX_HOLDERS}`,
  );
}

/** What is burned or locked of the LP tokens of the pools of a jetton, as far as the supply of LP tokens is known. */
function queryLiquidity(db: Database, address: RawAddress): Promise<TopHolders['liquidity']> {
  return rows(
    db,
    sql`
    select m.pool_address as "poolAddress", pool.exchange as "exchangeId", iso(s.time) as "snapshotAt", s.source,
      share.burned as "burnedPercent", share.locked as "lockedPercent"
    from jetton j
    join market m on m.jetton_id = j.id
    join pool on pool.id = m.pool_id
    join holder_snapshot s on s.token = m.pool_address and s.supply is not null
    ${shares}
    where j.address = ${address}
    order by ${marketLiquidity.usd} desc nulls last, m.pool_address
    limit ${MAX_LIQUIDITY_POOLS}`,
  );
}
