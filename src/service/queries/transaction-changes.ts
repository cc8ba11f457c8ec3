import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/store.ts';

/** One CountPeriods set as JSON for each side; null where the jetton has no market. */
export interface TransactionChangesRow {
  readonly address: string;
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

/** Changes of the number of transactions of some jettons, in no order. */
export function queryTransactionChanges(
  db: Database,
  addresses: readonly RawAddress[],
): Promise<TransactionChangesRow[]> {
  return rows(
    db,
    sql`select j.address, s.transactions as total, s.transactions_buy as buy, s.transactions_sell as sell
      from jetton j left join jetton_statistics s on s.jetton_id = j.id
      where j.address = any(${sql.param(addresses)}::text[])`,
  );
}
