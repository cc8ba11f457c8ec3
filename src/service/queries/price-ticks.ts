import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import {
  counterpartInTon,
  counterpartInUsd,
  latestTickByLt,
  stablecoinInTon,
  tickRatio,
} from '#service/analytics/ticks.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/store.ts';
import { marketSource } from './market-source.ts';
import { fromMicroseconds, toMicroseconds, toTimestamptz } from './timestamps.ts';

export interface TicksQuery {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress;
  readonly limit: number;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Prices are decimal strings, whose scale is the Amount's decimals; null if unknown. */
export interface TickRow {
  readonly counterpart: string;
  readonly ton: string | null;
  readonly usd: string | null;
  readonly time: string;
  readonly timeLt: string;
  readonly timeKey: string;
}

export const tickCursorKeyTypes: readonly CursorKeyType[] = ['time', 'integer'];

/** Returns up to `limit` ticks until `at` after a position, newest first; undefined if the market does not exist. */
export async function queryPriceTicks(
  db: Database,
  query: TicksQuery,
  after: CursorKeys | undefined,
  at: Date,
): Promise<TickRow[] | undefined> {
  const found = await rows<TickRow>(db, selectTicks(query, after, at));
  if (found.length > 0) return found;
  const [market] = await rows(db, sql`select m.id from ${marketSource(query.address, query.poolAddress)}`);
  return market ? [] : undefined;
}

function selectTicks(query: TicksQuery, after: CursorKeys | undefined, at: Date): SQL {
  const tonUsd = sql`rate.ton_usd`;
  return sql`
    with m as materialized (select m.* from ${marketSource(query.address, query.poolAddress)}),
    s as materialized (
      select s.time, s.lt, s.amount0, s.amount1
      from swap s
      where s.pool_id = (select pool_id from m) and s.dust = false and ${rangeCondition(query, after, at)}
      order by s.time desc, s.lt desc
      limit ${query.limit}
    )
    select price_round(r) as counterpart, price_round(r * counterpart_ton) as ton,
      price_round(r * counterpart_usd) as usd, time, lt as "timeLt", time_key as "timeKey"
    from (
      select ${tickRatio(sql`m`, sql`s`)} as r, iso(s.time) as time, s.lt, ${toMicroseconds(sql`s.time`)} as time_key,
        case
          when m.counterpart_id = 0 then 1
          when c.stable then ${stablecoinInTon(tonUsd)}
          else direct.r * ${counterpartInTon(sql`d`, tonUsd)}
        end as counterpart_ton,
        case
          when m.counterpart_id = 0 then ${tonUsd}
          when c.stable then 1
          else direct.r * ${counterpartInUsd(sql`d`, tonUsd)}
        end as counterpart_usd
      from s
      cross join m
      left join jetton c on c.id = m.counterpart_id
      left join market d on d.id = c.direct_market_id and not c.stable
      cross join lateral (select ton_usd(s.time, s.lt) as ton_usd offset 0) as rate
      left join ${latestTickByLt(sql`d`, sql`s.time`, sql`s.lt`)} as direct on true
      offset 0
    ) as valued
    order by time_key desc, lt desc`;
}

function rangeCondition({ from, to }: TicksQuery, after: CursorKeys | undefined, at: Date): SQL {
  const [time, lt] = after ?? [];
  const conditions = [
    sql`s.time <= ${toTimestamptz(at)}`,
    ...(from ? [sql`s.time >= ${toTimestamptz(from)}`] : []),
    ...(to ? [sql`s.time < ${toTimestamptz(to)}`] : []),
    ...(time && lt
      ? [
          sql`s.time <= ${fromMicroseconds(time)} and (s.time, s.lt) < (${fromMicroseconds(time)}, ${lt}::int8)`,
        ]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}
