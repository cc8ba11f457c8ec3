import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { countPeriods, type FiatCurrency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';
import { momentOf } from './moment.ts';

/** One VolumePeriods set as JSON for each side; null where the jetton has no market. */
export interface VolumeChangesRow {
  readonly address: string;
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

const sides = ['total', 'buy', 'sell'] as const;

/** Changes of the trading volume of some jettons in a currency, by its rate at `at`; in no order. No rate, no rows. */
export function volumeChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: FiatCurrency,
  at: Date,
): Promise<VolumeChangesRow[]> {
  const columns =
    currency === 'usd'
      ? sql`s.volume_usd as total, s.volume_buy_usd as buy, s.volume_sell_usd as sell`
      : sql.join(
          sides.map((side, index) => sql`${converted(index, currency, at)} as ${sql.raw(side)}`),
          sql`, `,
        );
  return rows(
    db,
    sql`select j.address, ${columns}
      from jetton j left join jetton_statistics s on s.jetton_id = j.id
      where j.address = any(${sql.param(addresses)}::text[]) and ${rateOf(currency, at)} is not null`,
  );
}

// A subquery by itself is run once, not for every row.
function rateOf(currency: FiatCurrency, at: Date): SQL {
  return sql`(select fx_rate(${currency}, ${momentOf(at)}))`;
}

// `volumes` holds, period by period, the current and the previous volume of each side.
function converted(sideIndex: number, currency: FiatCurrency, at: Date): SQL {
  const rate = rateOf(currency, at);
  const changes = countPeriods.map((name, periodIndex) => {
    const place = (periodIndex * sides.length + sideIndex) * 2 + 1;
    const volume = (index: number) => sql`s.volumes[${sql.raw(String(index))}] * ${rate}`;
    return sql`${sql.raw(`'"${name}":'`)} || volume_change(${volume(place)}, ${volume(place + 1)}, iso(s.calculated_at))`;
  });
  return sql`'{' || ${sql.join(changes, sql` || ',' || `)} || '}'`;
}
