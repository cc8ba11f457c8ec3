import { type SQL, sql } from 'drizzle-orm';
import { type CountPeriod, countPeriods, periodSeconds, poolCountPeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import type { Scope } from './affected-jettons.ts';
import { before, periodIndex, windowsStart } from './windows.ts';

/** Ages in seconds at which windows start, oldest first. They divide trades into buckets, numbered from 1, the oldest. */
const edges = countPeriods
  .flatMap((period) => [2 * periodSeconds[period], periodSeconds[period]])
  .sort((left, right) => right - left);
const ALL_BUCKETS = 2 ** (edges.length + 1) - 2;

/**
 * The bucket that is the previous window of a period: no other window starts inside it. The current window consists of
 * all later buckets.
 */
function previousBucket(period: CountPeriod): number {
  return edges.indexOf(2 * periodSeconds[period]) + 1;
}

/** Columns of `jetton_activity` for the current windows; those of the previous windows start with `previous_`. */
export const jettonActivityColumns = [
  'transactions_buy',
  'transactions_sell',
  'traders',
  'traders_buy',
  'traders_sell',
  'volume_buy',
  'volume_sell',
] as const;

/** The same for `market_activity`. */
export const marketActivityColumns = ['transactions', 'traders', 'volume'] as const;

/**
 * Counts the trades of all windows (metrics: changes over periods) in one pass over the trades of 60 days: replaces
 * `jetton_activity` of the jettons in `scope` that have a market, and `market_activity` of their markets. The reference
 * for the incremental `move-windows.ts`.
 */
export async function calculateActivity(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`delete from jetton_activity where ${scope(sql`jetton_id`)}`);
  await db.execute(sql`
    delete from market_activity using market m where m.id = market_activity.market_id and ${scope(sql`m.jetton_id`)}`);
  await db.execute(sql`
    with windowed as materialized (
      select jetton_id, market_id, trader_id, buy, volume_usd, ${bucketOf(sql`time`, at)} as bucket
      from trade
      where time > ${windowsStart(at)} and time <= ${timestamptz(at)} and ${scope(sql`jetton_id`)}
    ),
    bucketed as materialized (
      select jetton_id, market_id, buy, bucket, count(*) as n, sum(volume_usd) as volume
      from windowed
      group by 1, 2, 3, 4
    ),
    market_trader as materialized (
      select jetton_id, market_id, trader_id,
        bit_or(1 << bucket) as buckets,
        bit_or(1 << bucket) filter (where buy) as buy_buckets,
        bit_or(1 << bucket) filter (where not buy) as sell_buckets
      from windowed
      group by 1, 2, 3
    ),
    jetton_trader as (
      select jetton_id, buckets, buy_buckets, sell_buckets, count(*) as n
      from (
        select jetton_id, trader_id, bit_or(buckets) as buckets,
          bit_or(buy_buckets) as buy_buckets, bit_or(sell_buckets) as sell_buckets
        from market_trader
        group by 1, 2
      ) as trader
      group by 1, 2, 3, 4
    ),
    jetton_sum as (
      select jetton_id, period, ${inBothWindows([
        ['transactions_buy', sumOf('n', 'buy')],
        ['transactions_sell', sumOf('n', 'not buy')],
        ['volume_buy', sumOf('volume', 'buy')],
        ['volume_sell', sumOf('volume', 'not buy')],
      ])}
      from bucketed cross join ${countWindows(countPeriods)}
      group by 1, 2
    ),
    jetton_traders as (
      select jetton_id, period, ${inBothWindows([
        ['traders', tradersIn('buckets')],
        ['traders_buy', tradersIn('buy_buckets')],
        ['traders_sell', tradersIn('sell_buckets')],
      ])}
      from jetton_trader cross join ${countWindows(countPeriods)}
      group by 1, 2
    ),
    market_sum as (
      select market_id, period, ${inBothWindows([
        ['transactions', sumOf('n')],
        ['volume', sumOf('volume')],
      ])}
      from bucketed cross join ${countWindows(poolCountPeriods)}
      group by 1, 2
    ),
    market_traders as (
      select market_id, period, ${inBothWindows([['traders', tradersIn('buckets')]])}
      from (select market_id, buckets, count(*) as n from market_trader group by 1, 2) as by_buckets
      cross join ${countWindows(poolCountPeriods)}
      group by 1, 2
    ),
    market_result as (
      insert into market_activity (market_id, period, ${bothColumns(marketActivityColumns)})
      select market_id, period, ${bothColumns(marketActivityColumns)}
      from market_sum join market_traders using (market_id, period)
    )
    insert into jetton_activity (jetton_id, period, ${bothColumns(jettonActivityColumns)})
    select jetton_id, period, ${bothColumns(jettonActivityColumns)}
    from jetton_sum join jetton_traders using (jetton_id, period)`);
  await insertMissingActivity(db, scope);
}

/** Inserts rows of zeros for the jettons in `scope` that have a market, and for their markets, where there are none. */
export async function insertMissingActivity(db: Database, scope: Scope): Promise<void> {
  await db.execute(sql`
    insert into jetton_activity (jetton_id, period)
    select jetton_id, period from (select distinct jetton_id from market where ${scope(sql`jetton_id`)}) as traded
    cross join ${countWindows(countPeriods)}
    on conflict do nothing`);
  await db.execute(sql`
    insert into market_activity (market_id, period)
    select m.id, period from market m cross join ${countWindows(poolCountPeriods)}
    where ${scope(sql`m.jetton_id`)}
    on conflict do nothing`);
}

/** Bucket of a time after `windowsStart`, up to and including `at`. */
function bucketOf(time: SQL, at: Date): SQL {
  // Windows exclude their start but `width_bucket` includes it, so a microsecond, the resolution of timestamptz, is
  // added. In the text, because SQL would add it for every row.
  const thresholds = edges.map((age) => before(at, age).toISOString().replace('Z', '001Z'));
  return sql`width_bucket(${time}, ${sql.param(thresholds)}::timestamptz[])`;
}

/** Rows `period (period, previous, current_mask, previous_mask)`; bit b of a mask stands for bucket b. */
function countWindows(periods: readonly CountPeriod[]): SQL {
  const values = periods.map((period) => {
    const previous = previousBucket(period);
    const upToPrevious = (1 << (previous + 1)) - 1;
    return sql`(${periodIndex(period)}, ${sql.raw(`${previous}, ${ALL_BUCKETS & ~upToPrevious}, ${1 << previous}`)})`;
  });
  return sql`(values ${sql.join(values, sql`, `)}) as period (period, previous, current_mask, previous_mask)`;
}

interface Windows {
  readonly current: string;
  readonly previous: string;
}

/** Sum of `value` over bucket rows that satisfy `condition`. */
function sumOf(value: string, condition = 'true'): Windows {
  const sum = (bucket: string) => `coalesce(sum(${value}) filter (where ${condition} and ${bucket}), 0)`;
  return { current: sum('bucket > period.previous'), previous: sum('bucket = period.previous') };
}

/** Distinct traders, from rows of `n` traders with the same bucket mask. */
function tradersIn(mask: string): Windows {
  const sum = (windowMask: string) =>
    `coalesce(sum(n) filter (where ${mask} & period.${windowMask} <> 0), 0)`;
  return { current: sum('current_mask'), previous: sum('previous_mask') };
}

function inBothWindows(columns: readonly (readonly [name: string, windows: Windows])[]): SQL {
  const selected = columns.flatMap(([name, { current, previous }]) => [
    `${current} as ${name}`,
    `${previous} as previous_${name}`,
  ]);
  return sql.raw(selected.join(', '));
}

function bothColumns(names: readonly string[]): SQL {
  return sql.raw(names.flatMap((name) => [name, `previous_${name}`]).join(', '));
}
