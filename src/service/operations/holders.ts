import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';

export interface HoldersRow {
  readonly value: string | null;
  readonly changedAt: string | null;
}

/** Returns the holders of a jetton; undefined if the jetton does not exist. */
export async function queryHolders(db: Database, address: RawAddress): Promise<HoldersRow | undefined> {
  const [row] = await rows<HoldersRow>(
    db,
    sql`select holders_count as value, iso(holders_changed_at) as "changedAt" from jetton where address = ${address}`,
  );
  return row;
}
