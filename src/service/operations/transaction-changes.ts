import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';
import { type CalculatedRow, calculatedAtColumn } from './calculated-at.ts';

/** CountPeriods sets as JSON text, with `@` in place of every `calculatedAt`; null if the jetton has no market. */
export interface TransactionChangesRow extends CalculatedRow {
  readonly address: string;
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

/** Returns the changes of the numbers of transactions of jettons, unordered. */
export function queryTransactionChanges(
  db: Database,
  addresses: readonly RawAddress[],
): Promise<TransactionChangesRow[]> {
  return rows(
    db,
    sql`select j.address, s.transactions as total, s.transactions_buy as buy, s.transactions_sell as sell,
        ${calculatedAtColumn}
      from jetton j left join jetton_statistics s on s.jetton_id = j.id
      where j.address = any(${sql.param(addresses)}::text[])`,
  );
}
