import { type SQL, sql } from 'drizzle-orm';
import { poolCountPeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { type Scope, timestamptz } from './scope.ts';
import { tradeBucketsCte } from './trade-buckets.ts';
import {
  countPeriodSet,
  countWindows,
  sumOverWindows,
  tradersOverWindows,
  volumePeriodSet,
} from './windows.ts';

const tradeCounts = ['transactions', 'transactions_buy', 'transactions_sell'];
const traderCounts = ['traders', 'traders_buy', 'traders_sell'];
const volumes = ['volume', 'volume_buy', 'volume_sell'];
const sideConditions = ['true', 'buy', 'not buy'];
const bucketMasks = ['buckets', 'buy_buckets', 'sell_buckets'];

const volumeJsonColumns = ['volume_usd', 'volume_buy_usd', 'volume_sell_usd'];
const jsonColumns = [...tradeCounts, ...traderCounts, ...volumeJsonColumns];
const statisticsColumns = ['calculated_at', 'volumes', 'traders_24h', 'transactions_24h', ...jsonColumns];

/**
 * Calculates transactions, traders and volumes of all periods (metrics: changes over periods) in one pass over the
 * swaps of 60 days. Writes `jetton_statistics` for the jettons in `scope` that have a market, and `market.activity` for
 * their markets.
 */
export async function calculateActivity(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    with ${tradeBucketsCte(scope, at)},
    ${marketActivityCte(scope, at)},
    ${jettonActivityCte(scope)}
    insert into jetton_statistics (jetton_id, ${sql.raw(statisticsColumns.join(', '))})
    select jetton_id, ${timestamptz(at)}, array(select unnest(volumes)), ${sql.raw(statisticsColumns.slice(2).join(', '))}
    from (
      select jetton_id,
        array_agg(array[${sql.raw(inBothWindows(volumes).join(', '))}] order by ordinal) as volumes,
        max(traders) filter (where name = 'day') as traders_24h,
        max(transactions) filter (where name = 'day') as transactions_24h,
        ${commaSeparated([
          ...[...tradeCounts, ...traderCounts].map(
            (name) => sql`${countPeriodSet(name, at)} as ${sql.raw(name)}`,
          ),
          ...volumes.map(
            (name, index) => sql`${volumePeriodSet(name, at)} as ${sql.raw(volumeJsonColumns[index] ?? '')}`,
          ),
        ])}
      from jetton_period
      group by 1
    ) as per_jetton
    on conflict (jetton_id) do update set ${sql.raw(statisticsColumns.map((name) => `${name} = excluded.${name}`).join(', '))}`);
}

/** CTE `jetton_period`: one row per period of each jetton that has a market; zeros if there were no trades. */
function jettonActivityCte(scope: Scope): SQL {
  return sql`
    sums as (
      select jetton_id, ordinal,
        ${commaSeparated([
          ...tradeCounts.map((name, index) => sumOverWindows(name, 'n', sideConditions[index])),
          ...volumes.map((name, index) => sumOverWindows(name, 'volume', sideConditions[index])),
        ])}
      from bucketed cross join ${countWindows()}
      group by 1, 2
    ),
    traders as (
      select jetton_id, ordinal,
        ${commaSeparated(traderCounts.map((name, index) => tradersOverWindows(name, bucketMasks[index] ?? '')))}
      from (
        select jetton_id, buckets, buy_buckets, sell_buckets, count(*) as n
        from (
          select jetton_id, trader_id, bit_or(buckets) as buckets,
            bit_or(buy_buckets) as buy_buckets, bit_or(sell_buckets) as sell_buckets
          from trader
          group by 1, 2
        ) as jetton_trader
        group by 1, 2, 3, 4
      ) as traders_by_buckets
      cross join ${countWindows()}
      group by 1, 2
    ),
    jetton_period as (
      select traded.jetton_id, period.ordinal, period.name, ${coalesceToZero([...tradeCounts, ...volumes, ...traderCounts])}
      from (
        select distinct jetton_id from market where ${scope(sql`jetton_id`)}
      ) as traded
      cross join ${countWindows()}
      left join sums on sums.jetton_id = traded.jetton_id and sums.ordinal = period.ordinal
      left join traders on traders.jetton_id = traded.jetton_id and traders.ordinal = period.ordinal
    )`;
}

/** CTE that writes `market.activity`. */
function marketActivityCte(scope: Scope, at: Date): SQL {
  const periods = countWindows(poolCountPeriods);
  return sql`
    market_sums as (
      select market_id, ordinal, ${sumOverWindows('transactions', 'n')}, ${sumOverWindows('volume', 'volume')}
      from bucketed cross join ${periods}
      group by 1, 2
    ),
    market_traders as (
      select market_id, ordinal, ${tradersOverWindows('traders', 'buckets')}
      from (select market_id, buckets, count(*) as n from trader group by 1, 2) as traders_by_buckets
      cross join ${periods}
      group by 1, 2
    ),
    market_activity as (
      update market set activity = calculated.activity
      from (
        select id, '"traders":' || ${countPeriodSet('traders', at)} || ',"transactions":' || ${countPeriodSet('transactions', at)}
          || ',"volume":{"usd":{"day":'
          || max(volume_change(volume, volume_before, ${at.toISOString()})) filter (where name = 'day') || '}}' as activity
        from (
          select m.id, period.ordinal, period.name, ${coalesceToZero(['traders', 'transactions', 'volume'])}
          from market m
          cross join ${periods}
          left join market_sums on market_sums.market_id = m.id and market_sums.ordinal = period.ordinal
          left join market_traders on market_traders.market_id = m.id and market_traders.ordinal = period.ordinal
          where ${scope(sql`m.jetton_id`)}
        ) as market_period
        group by 1
      ) as calculated
      where market.id = calculated.id
    )`;
}

function commaSeparated(columns: readonly SQL[]): SQL {
  return sql.join([...columns], sql`, `);
}

function inBothWindows(columns: readonly string[]): string[] {
  return columns.flatMap((name) => [name, `${name}_before`]);
}

// The sums have no rows for jettons and markets without swaps in the 60 days.
function coalesceToZero(columns: readonly string[]): SQL {
  return sql.raw(
    inBothWindows(columns)
      .map((name) => `coalesce(${name}, 0) as ${name}`)
      .join(', '),
  );
}
