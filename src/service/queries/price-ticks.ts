import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { baseInTon, baseInUsd, latestTickByLt, stableInTon, tickRatio } from '#service/analytics/ticks.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/store.ts';
import { microseconds, momentOf, sinceEpoch } from './moment.ts';
import { theMarket } from './the-market.ts';

export interface TicksQuestion {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress;
  readonly limit: number;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A number's scale is its Amount's decimals; null where unknown. */
export interface TickRow {
  readonly counterpart: string;
  readonly ton: string | null;
  readonly usd: string | null;
  readonly time: string;
  readonly timeLt: string;
  readonly timeKey: string;
}

export const tickKeys: readonly CursorKeyType[] = ['time', 'integer'];

/** Up to `limit` ticks up to `at` after a place, newest first; undefined where there is no such market. */
export async function priceTicks(
  db: Database,
  question: TicksQuestion,
  after: CursorKeys | undefined,
  at: Date,
): Promise<TickRow[] | undefined> {
  const found = await rows<TickRow>(db, ticks(question, after, at));
  if (found.length > 0) return found;
  const [market] = await rows(db, sql`select m.id from ${theMarket(question.address, question.poolAddress)}`);
  return market ? [] : undefined;
}

function ticks(question: TicksQuestion, after: CursorKeys | undefined, at: Date): SQL {
  const tonUsd = sql`rate.ton_usd`;
  return sql`
    with m as materialized (select m.* from ${theMarket(question.address, question.poolAddress)}),
    s as materialized (
      select s.time, s.lt, s.amount0, s.amount1
      from swap s
      where s.pool_id = (select pool_id from m) and s.dust = false and ${stretch(question, after, at)}
      order by s.time desc, s.lt desc
      limit ${question.limit}
    )
    select price_round(r) as counterpart, price_round(r * counterpart_ton) as ton,
      price_round(r * counterpart_usd) as usd, time, lt as "timeLt", time_key as "timeKey"
    from (
      select ${tickRatio(sql`m`, sql`s`)} as r, iso(s.time) as time, s.lt, ${microseconds(sql`s.time`)} as time_key,
        case
          when m.counterpart_id = 0 then 1
          when c.stable then ${stableInTon(tonUsd)}
          else direct.r * ${baseInTon(sql`d`, tonUsd)}
        end as counterpart_ton,
        case
          when m.counterpart_id = 0 then ${tonUsd}
          when c.stable then 1
          else direct.r * ${baseInUsd(sql`d`, tonUsd)}
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

function stretch({ from, to }: TicksQuestion, after: CursorKeys | undefined, at: Date): SQL {
  const [time, lt] = after ?? [];
  const conditions = [
    sql`s.time <= ${momentOf(at)}`,
    ...(from ? [sql`s.time >= ${momentOf(from)}`] : []),
    ...(to ? [sql`s.time < ${momentOf(to)}`] : []),
    ...(time && lt
      ? [sql`s.time <= ${sinceEpoch(time)} and (s.time, s.lt) < (${sinceEpoch(time)}, ${lt}::int8)`]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}
