import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';
import { toTimestamptz } from './timestamps.ts';

/** Prices as texts whose scale is their Amount's decimals; null where unknown. */
export interface PriceRow {
  readonly ton: string | null;
  readonly usd: string | null;
  readonly currency: string | null;
  readonly changedAt: string | null;
}

/** Price of a jetton; undefined where there is no such jetton. */
export async function queryJettonPrice(
  db: Database,
  address: RawAddress,
  currency: Currency,
  at: Date,
): Promise<PriceRow | undefined> {
  const inCurrency =
    currency === 'ton'
      ? sql`j.price_ton`
      : sql`price_round(s.prices_usd[1] * fx_rate(${currency}, ${toTimestamptz(at)}))`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select j.price_ton as ton, j.price_usd as usd, ${inCurrency} as currency, iso(j.price_changed_at) as "changedAt"
      from jetton j left join jetton_statistics s on s.jetton_id = j.id
      where j.address = ${address}`,
  );
  return row;
}

/** Price of TON itself: that of the latest trade against a stable coin, else that of the latest `fx` date. */
export async function queryTonPrice(
  db: Database,
  currency: Currency,
  at: Date,
): Promise<PriceRow | undefined> {
  const moment = toTimestamptz(at);
  const inCurrency = currency === 'ton' ? sql`1` : sql`rate.usd * fx_rate(${currency}, ${moment})`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select price_round(1) as ton, price_round(rate.usd) as usd, price_round(${inCurrency}) as currency,
        iso(rate.at) as "changedAt"
      from (
        select ton_usd(${moment}) as usd, coalesce(
          (select max(time) from ton_rate where time <= ${moment}),
          (select max(date)::timestamp at time zone 'UTC' from fx
            where code = 'ton' and date <= (${moment} at time zone 'UTC')::date)) as at
      ) as rate`,
  );
  return row;
}
