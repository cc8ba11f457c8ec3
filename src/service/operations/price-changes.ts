import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/database.ts';
import { type CalculatedRow, calculatedAtColumn } from './calculated-at.ts';
import {
  type PricesRow,
  parsePrices,
  priceChangeSet,
  pricesColumns,
  type RatesRow,
  ratesColumns,
  unitValues,
} from './price-change-sets.ts';

export interface PriceChanges extends CalculatedRow {
  readonly address: string;
  /** PricePeriods as JSON text, with `@` in place of every `calculatedAt`. */
  readonly changes: string;
}

type Row = PricesRow & RatesRow & CalculatedRow & { readonly address: string };

/** Returns the price changes of jettons in a currency, unordered. */
export async function queryPriceChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: Currency,
): Promise<PriceChanges[]> {
  const found = await rows<Row>(
    db,
    sql`select j.address, ${pricesColumns}, ${ratesColumns(currency)}, ${calculatedAtColumn}
      from jetton j left join jetton_statistics s on s.jetton_id = j.id
      where j.address = any(${sql.param(addresses)}::text[])`,
  );
  const [first] = found;
  if (!first) return [];
  const values = unitValues(currency, first);
  return found.map((row) => ({
    address: row.address,
    changes: priceChangeSet(parsePrices(row), values),
    calculatedAt: row.calculatedAt,
  }));
}
