import { sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { instant, type Scope } from './scope.ts';
import { tradesOf } from './trades.ts';
import { countSet, countWindows, sumOverWindows, tradersOverWindows, volumeSet } from './windows.ts';

const tradeCounts = ['transactions', 'transactions_buy', 'transactions_sell'];
const traderCounts = ['traders', 'traders_buy', 'traders_sell'];
const volumes = ['volume', 'volume_buy', 'volume_sell'];
const sides = ['true', 'buy', 'not buy'];
const masks = ['buckets', 'buy_buckets', 'sell_buckets'];

const volumeDocs = ['volume_usd', 'volume_buy_usd', 'volume_sell_usd'];
const docs = [...tradeCounts, ...traderCounts, ...volumeDocs];
const written = ['calculated_at', 'volumes', 'traders_24h', 'transactions_24h', ...docs];

/**
 * Transactions, traders and volumes of every period into `jetton_statistics`, of the jettons in `scope` that have a
 * market; one pass over the swaps of 60 days.
 */
export async function calculateActivity(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    with ${tradesOf(scope, at)},
    sums as (
      select jetton_id, ord,
        ${sql.join(
          [
            ...tradeCounts.map((name, index) => sumOverWindows(name, 'n', sides[index])),
            ...volumes.map((name, index) => sumOverWindows(name, 'volume', sides[index])),
          ],
          sql`, `,
        )}
      from (select jetton_id, buy, bucket, count(*) as n, sum(volume) as volume from trade group by 1, 2, 3) as bucketed
      cross join ${countWindows()}
      group by 1, 2
    ),
    traders as (
      select jetton_id, ord,
        ${sql.join(
          traderCounts.map((name, index) => tradersOverWindows(name, masks[index] ?? '')),
          sql`, `,
        )}
      from (
        select jetton_id, trader_id, bit_or(1 << bucket) as buckets,
          bit_or(1 << bucket) filter (where buy) as buy_buckets,
          bit_or(1 << bucket) filter (where not buy) as sell_buckets
        from trade
        group by 1, 2
      ) as trader
      cross join ${countWindows()}
      group by 1, 2
    ),
    whole as (
      select traded.jetton_id, period.ord, period.name, ${orZero([...tradeCounts, ...volumes, ...traderCounts])}
      from (
        select distinct jetton_id from market where ${scope(sql`jetton_id`)}
      ) as traded
      cross join ${countWindows()}
      left join sums on sums.jetton_id = traded.jetton_id and sums.ord = period.ord
      left join traders on traders.jetton_id = traded.jetton_id and traders.ord = period.ord
    )
    insert into jetton_statistics (jetton_id, ${sql.raw(written.join(', '))})
    select jetton_id, ${instant(at)}, array(select unnest(volumes)), ${sql.raw(written.slice(2).join(', '))}
    from (
      select jetton_id,
        array_agg(array[${sql.raw(inBothWindows(volumes).join(', '))}] order by ord) as volumes,
        max(traders) filter (where name = 'day') as traders_24h,
        max(transactions) filter (where name = 'day') as transactions_24h,
        ${sql.join(
          [
            ...[...tradeCounts, ...traderCounts].map(
              (name) => sql`${countSet(name, at)} as ${sql.raw(name)}`,
            ),
            ...volumes.map(
              (name, index) => sql`${volumeSet(name, at)} as ${sql.raw(volumeDocs[index] ?? '')}`,
            ),
          ],
          sql`, `,
        )}
      from whole
      group by 1
    ) as folded
    on conflict (jetton_id) do update set ${sql.raw(written.map((name) => `${name} = excluded.${name}`).join(', '))}`);
}

function inBothWindows(columns: readonly string[]): string[] {
  return columns.flatMap((name) => [name, `${name}_before`]);
}

// A jetton that was not traded in 60 days has no row in either.
function orZero(columns: readonly string[]) {
  return sql.raw(
    inBothWindows(columns)
      .map((name) => `coalesce(${name}, 0) as ${name}`)
      .join(', '),
  );
}
