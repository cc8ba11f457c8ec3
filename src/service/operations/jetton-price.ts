import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/database.ts';
import { toTimestamptz } from '#service/store/timestamps.ts';
import { jettonPrice } from './current-values.ts';

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
): Promise<PriceRow | undefined> {
  const inCurrency =
    currency === 'ton'
      ? sql`price.ton`
      : sql`price.usd * fx_rate(${currency}, (select calculated_at from dataset))`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select price_round(price.ton) as ton, price_round(price.usd) as usd, price_round(${inCurrency}) as currency,
        iso(j.price_changed_at) as "changedAt"
      from jetton j
      cross join lateral (select ${jettonPrice.ton} as ton, ${jettonPrice.usd} as usd offset 0) as price
      where j.address = ${address}`,
  );
  return row;
}

/**
 * Returns the price of TON: from the latest swap against a stablecoin, otherwise from fx rates (metrics: prices). At T
 * of the stored values; at `at` before the first calculation.
 */
export async function queryTonPrice(
  db: Database,
  currency: Currency,
  at: Date,
): Promise<PriceRow | undefined> {
  const inCurrency = currency === 'ton' ? sql`1` : sql`rate.usd * fx_rate(${currency}, rate.at)`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select price_round(1) as ton, price_round(rate.usd) as usd, price_round(${inCurrency}) as currency,
        iso(coalesce(
          (select max(time) from ton_rate where time <= rate.at),
          (select max(date)::timestamp at time zone 'UTC' from fx
            where code = 'ton' and date <= (rate.at at time zone 'UTC')::date))) as "changedAt"
      from (
        select at, ton_usd(at) as usd
        from (select coalesce((select calculated_at from dataset), ${toTimestamptz(at)}) as at offset 0) as clock
        offset 0
      ) as rate`,
  );
  return row;
}
