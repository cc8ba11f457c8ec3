import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { countPeriods, type FiatCurrency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';
import { toTimestamptz } from './timestamps.ts';

/** One VolumePeriods set as JSON for each side; null where the jetton has no market. */
export interface VolumeChangesRow {
  readonly address: string;
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

/** Changes of the trading volume of some jettons in a currency, by its rate at `at`; in no order. No rate, no rows. */
export function queryVolumeChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: FiatCurrency,
  at: Date,
): Promise<VolumeChangesRow[]> {
  const wanted = sql`j.address = any(${sql.param(addresses)}::text[])`;
  return rows(db, currency === 'usd' ? selectPrecomputed(wanted) : selectConverted(wanted, currency, at));
}

function selectPrecomputed(wanted: SQL): SQL {
  return sql`
    select j.address, s.volume_usd as total, s.volume_buy_usd as buy, s.volume_sell_usd as sell
    from jetton j left join jetton_statistics s on s.jetton_id = j.id
    where ${wanted}`;
}

// `volumes` holds, period by period, the current and the previous volume of each side. The functions that write JSON
// are only put in place of their calls, which is ten times as fast, where their arguments are plain columns.
function selectConverted(wanted: SQL, currency: FiatCurrency, at: Date): SQL {
  const names = sql.raw(countPeriods.map((name) => `'${name}'`).join(', '));
  return sql`
    with rate as materialized (select fx_rate(${currency}, ${toTimestamptz(at)}) as rate),
    volume as materialized (
      select s.jetton_id, iso(s.calculated_at) as calculated_at, (place - 1) / 6 as period, (place - 1) % 6 / 2 as side,
        max(volume * rate) filter (where place % 2 = 1) as current,
        max(volume * rate) filter (where place % 2 = 0) as previous
      from jetton j
      join jetton_statistics s on s.jetton_id = j.id
      cross join lateral unnest(s.volumes) with ordinality as v (volume, place)
      cross join rate
      where ${wanted}
      group by s.jetton_id, period, side
    ),
    change as (
      select jetton_id, side, '{' || string_agg(
        '"' || (array[${names}])[period + 1] || '":' || volume_change(current, previous, calculated_at), ',' order by period
      ) || '}' as changes
      from volume group by jetton_id, side
    ),
    split as (
      select jetton_id, max(changes) filter (where side = 0) as total,
        max(changes) filter (where side = 1) as buy, max(changes) filter (where side = 2) as sell
      from change group by jetton_id
    )
    select j.address, split.total, split.buy, split.sell
    from jetton j left join split on split.jetton_id = j.id
    where ${wanted} and (select rate from rate) is not null`;
}
