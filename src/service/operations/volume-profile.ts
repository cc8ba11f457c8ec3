import { type SQL, sql } from 'drizzle-orm';
import { amountFromDecimal } from '#contract/amount.ts';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import { MAX_PROFILE_TICKS, MAX_VALUED_PROFILE_TICKS, profileEdges } from '#contract/volume-profile.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { counterpartAmount, counterpartValue, volumeScale } from '#service/market/trade-values.ts';
import { type Database, rows } from '#service/store/database.ts';
import { allOf, timeConditions } from '#service/store/sql-text.ts';
import { marketSource } from './markets.ts';
import { missingOfPool } from './missing-data.ts';
import { displayed, marketMultipliers } from './multipliers.ts';

type Input = InputOf<ServedOperations['getJettonMarketVolumeProfile']>;

/** Extension: the volume of a market by price (specification: volume profile). */
export async function getJettonMarketVolumeProfile(
  context: ServiceContext,
  input: Input,
): Promise<ResponseOf<ServedOperations['getJettonMarketVolumeProfile']>> {
  const { db } = context.store;
  const now = context.clock.now();
  const market = await queryMarket(db, input, now);
  if (!market) throw new NotFoundError(input.poolAddress);
  if (market.hasTooManyTicks) throw new InvalidValueError('from');
  const found = await queryRows(db, market, input, now);
  const missing = await missingOfPool(context, input.poolAddress, {
    from: input.from?.getTime() ?? Number.NEGATIVE_INFINITY,
    to: Math.min(input.to?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime()),
  });
  return {
    rows: found.map(({ from, to, bought, sold, buys, sells }) => ({
      from: amountFromDecimal(from),
      to: amountFromDecimal(to),
      bought: amountFromDecimal(bought),
      sold: amountFromDecimal(sold),
      buys,
      sells,
    })),
    missing,
  };
}

interface Market {
  readonly id: number;
  readonly poolId: number;
  /** What the volumes of its ticks are calculated from. In a pool of TON, the values in TON are the amounts. */
  readonly valuedBy: PriceUnit;
  readonly hasTooManyTicks: boolean;
}

/** Returns the market and whether the range of time has too many ticks; undefined if the market does not exist. */
async function queryMarket(db: Database, input: Input, at: Date): Promise<Market | undefined> {
  const { address, poolAddress, unit } = input;
  const isAmount = unit === 'ton' ? sql`m.counterpart_id = 0` : sql`true`;
  const [market] = await rows<Omit<Market, 'valuedBy'> & { isAmount: boolean }>(
    db,
    sql`
      select m.id, m.pool_id as "poolId", ${isAmount} as "isAmount", exists (
        select from trade t
        where t.market_id = m.id and t.dust = false and ${inRange(sql`t.time`, input, at)}
        order by t.time, t.lt
        offset case when ${isAmount} then ${MAX_PROFILE_TICKS}::int else ${MAX_VALUED_PROFILE_TICKS}::int end
      ) as "hasTooManyTicks"
      from ${marketSource(address, poolAddress)}`,
  );
  return market && { ...market, valuedBy: unit === 'ton' && market.isAmount ? 'counterpart' : unit };
}

function inRange(time: SQL, range: Input, at: Date): SQL {
  return allOf(timeConditions(time, range, at));
}

/** Numbers are decimal strings, whose scale is the Amount's decimals. */
interface ProfileRow {
  readonly from: string;
  readonly to: string;
  readonly bought: string;
  readonly sold: string;
  readonly buys: number;
  readonly sells: number;
}

const prices: Readonly<Record<PriceUnit, SQL>> = {
  counterpart: displayed.roundedRatio(sql`t.counterpart`),
  ton: displayed.roundedPrice(sql`t.ton`),
  usd: displayed.roundedPrice(sql`t.usd`),
};
/** Of a tick. In the counterpart, in base units. */
const volumes: Readonly<Record<PriceUnit, SQL>> = {
  counterpart: sql`case when m.side = 0 then s.amount1 else s.amount0 end`,
  ton: sql`round(${counterpartAmount} * counterpart.ton, ${volumeScale})`,
  usd: sql`t.volume_usd`,
};
const roundedSums: Readonly<Record<PriceUnit, (sum: SQL) => SQL>> = {
  counterpart: (sum) => displayed.counterpart(sql`(${sum} * m.counterpart_unit)`),
  ton: (sum) => sql`sum_round(${sum}, 9)`,
  usd: (sum) => sql`sum_round(${sum}, 6)`,
};

/**
 * Returns the rows by price, ascending. The ids are constants, because the planner would otherwise expect the ticks of an
 * average market, and might read those of all markets by time.
 */
function queryRows(db: Database, market: Market, input: Input, at: Date): Promise<ProfileRow[]> {
  const { unit, low, high, division } = input;
  const edges = profileEdges(low, high, input.rows, division);
  const sumOf = (column: SQL) => sql`(${roundedSums[market.valuedBy](sql`coalesce(${column}, 0)`)})::text`;
  return rows<ProfileRow>(
    db,
    sql`
    select profile."from"::text, profile."to"::text, profile.buys, profile.sells,
      ${sumOf(sql`profile.bought`)} as bought, ${sumOf(sql`profile.sold`)} as sold
    from market m
    join jetton j on j.id = m.jetton_id
    left join jetton c on c.id = m.counterpart_id
    ${marketMultipliers}
    cross join (select ${sql.param(edges.map(String))}::numeric[] as edges offset 0) as divided
    cross join lateral (
      select row, edges[row] as "from", edges[row + 1] as "to", bought, sold,
        coalesce(buys, 0) as buys, coalesce(sells, 0) as sells
      from generate_series(1, ${input.rows}::int) as row
      left join (
        select width_bucket(price, edges[:${input.rows}::int]) as row,
          sum(volume) filter (where buy) as bought, sum(volume) filter (where not buy) as sold,
          (count(*) filter (where buy))::int as buys, (count(*) filter (where not buy))::int as sells
        from (
          select t.buy, ${prices[unit]} as price, ${volumes[market.valuedBy]} as volume
          from ${ticksOf(market, input, at)}
          offset 0
        ) as tick
        where price between ${String(low)}::numeric and ${String(high)}::numeric and volume is not null
        group by 1
      ) as part using (row)
    ) as profile
    where m.id = ${market.id}::integer
    order by profile.row`,
  );
}

/** FROM clause with the ticks `trade t` and, where their volumes need them, their `swap s` and `counterpart`. */
function ticksOf({ id, poolId, valuedBy }: Market, input: Input, at: Date): SQL {
  const ticks = sql`(
    select time, lt, buy, counterpart, ton, usd, volume_usd from trade
    where market_id = ${id}::integer and dust = false and ${inRange(sql`time`, input, at)}
  ) as t`;
  if (valuedBy === 'usd') return ticks;
  // Both have the same rows. Of a full join, the planner cannot make a nested loop, whose time is the square of their number.
  const withSwaps = sql`${ticks} full join (
    select time, lt, amount0, amount1 from swap
    where pool_id = ${poolId}::integer and dust = false and ${inRange(sql`time`, input, at)}
  ) as s on s.time = t.time and s.lt = t.lt`;
  return valuedBy === 'counterpart'
    ? withSwaps
    : sql`${withSwaps} ${counterpartValue(sql`ton_usd(s.time, s.lt)`)}`;
}
