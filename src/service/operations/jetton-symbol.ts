import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';

/** Returns undefined if the jetton does not exist. */
export async function queryJettonSymbol(db: Database, address: RawAddress): Promise<string | undefined> {
  const [row] = await rows<{ symbol: string }>(db, sql`select symbol from jetton where address = ${address}`);
  return row?.symbol;
}
