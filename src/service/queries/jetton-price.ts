import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';
import { toTimestamptz } from './timestamps.ts';

/** Prices as decimal strings, whose scale is the Amount's decimals; null if unknown. */
export interface PriceRow {
  readonly ton: string | null;
  readonly usd: string | null;
  readonly currency: string | null;
  readonly changedAt: string | null;
}

/** Returns the price of a jetton (metrics: prices); undefined if the jetton does not exist. */
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

/** Returns the price of TON: from the latest swap against a stablecoin, otherwise from fx rates (metrics: prices). */
export async function queryTonPrice(
  db: Database,
  currency: Currency,
  at: Date,
): Promise<PriceRow | undefined> {
  const timestamp = toTimestamptz(at);
  const inCurrency = currency === 'ton' ? sql`1` : sql`rate.usd * fx_rate(${currency}, ${timestamp})`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select price_round(1) as ton, price_round(rate.usd) as usd, price_round(${inCurrency}) as currency,
        iso(rate.at) as "changedAt"
      from (
        select ton_usd(${timestamp}) as usd, coalesce(
          (select max(time) from ton_rate where time <= ${timestamp}),
          (select max(date)::timestamp at time zone 'UTC' from fx
            where code = 'ton' and date <= (${timestamp} at time zone 'UTC')::date)) as at
      ) as rate`,
  );
  return row;
}
