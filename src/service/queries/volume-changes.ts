import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { countPeriods, type FiatCurrency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';
import { toTimestamptz } from './timestamps.ts';

/** VolumePeriods sets as JSON text; null if the jetton has no market. */
export interface VolumeChangesRow {
  readonly address: string;
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

/**
 * Returns the changes of the trading volumes of jettons in a currency at its rate at `at`, unordered. Empty if there is
 * no rate.
 */
export function queryVolumeChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: FiatCurrency,
  at: Date,
): Promise<VolumeChangesRow[]> {
  const condition = sql`j.address = any(${sql.param(addresses)}::text[])`;
  return rows(
    db,
    currency === 'usd' ? selectPrecomputed(condition) : selectConverted(condition, currency, at),
  );
}

function selectPrecomputed(condition: SQL): SQL {
  return sql`
    select j.address, s.volume_usd as total, s.volume_buy_usd as buy, s.volume_sell_usd as sell
    from jetton j left join jetton_statistics s on s.jetton_id = j.id
    where ${condition}`;
}

// `volumes` contains the current and previous volume of each side (total, buy, sell) for each period. JSON functions are
// only inlined, which is ten times as fast, if their arguments are plain columns.
function selectConverted(condition: SQL, currency: FiatCurrency, at: Date): SQL {
  const names = sql.raw(countPeriods.map((name) => `'${name}'`).join(', '));
  return sql`
    with rate as materialized (select fx_rate(${currency}, ${toTimestamptz(at)}) as rate),
    volume as materialized (
      select s.jetton_id, iso(s.calculated_at) as calculated_at, (ordinal - 1) / 6 as period, (ordinal - 1) % 6 / 2 as side,
        max(volume * rate) filter (where ordinal % 2 = 1) as current,
        max(volume * rate) filter (where ordinal % 2 = 0) as previous
      from jetton j
      join jetton_statistics s on s.jetton_id = j.id
      cross join lateral unnest(s.volumes) with ordinality as v (volume, ordinal)
      cross join rate
      where ${condition}
      group by s.jetton_id, period, side
    ),
    change as (
      select jetton_id, side, '{' || string_agg(
        '"' || (array[${names}])[period + 1] || '":' || volume_change(current, previous, calculated_at), ',' order by period
      ) || '}' as changes
      from volume group by jetton_id, side
    ),
    by_side as (
      select jetton_id, max(changes) filter (where side = 0) as total,
        max(changes) filter (where side = 1) as buy, max(changes) filter (where side = 2) as sell
      from change group by jetton_id
    )
    select j.address, by_side.total, by_side.buy, by_side.sell
    from jetton j left join by_side on by_side.jetton_id = j.id
    where ${condition} and (select rate from rate) is not null`;
}
