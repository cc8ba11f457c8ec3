import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type Database, rows, type Session } from '#service/store/database.ts';

const folder = fileURLToPath(new URL('../../service/store/migrations/', import.meta.url));

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/** Columns that both versions have and that are not computed, by table. */
const recordedColumns = {
  jetton: `id, address, name, symbol, name_folded, symbol_folded, grams, decimals, image, description, offchain_image,
    offchain_description, links, admin, offchain_admin, total_supply, circulating_supply, mintable, modified_contract,
    verification, created_at, holders_count, holders_changed_at, given_trust_score, given_trust_score_updated_at, stable`,
  pool: 'id, address, exchange, type, asset0, asset1, created_at, reserve0, reserve1, reserves_at',
  market: 'id, pool_id, side, jetton_id, counterpart_id, pool_address, jetton_unit, counterpart_unit, scale',
  swap: 'pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1',
  ton_rate: 'time, lt, pool_id, usd',
  fx: 'code, date, rate',
  dataset: 'source, as_of, stables, built_at, calculated_at, simulation',
} as const;

/**
 * Turns a store into one of the version before the migration `tag`, with its recorded data. Computed columns are null,
 * as the migration drops them.
 */
export async function downgrade({ db }: Session, tag: string): Promise<void> {
  const { entries } = JSON.parse(readFileSync(`${folder}meta/_journal.json`, 'utf8')) as Journal;
  const applied = entries.slice(
    0,
    entries.findIndex((entry) => entry.tag === tag),
  );
  await db.execute(sql`alter schema jetscope rename to jetscope_new`);
  await db.execute(sql`create schema jetscope`);
  await db.execute(
    sql`create table migration (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const entry of applied) {
    const statements = readFileSync(`${folder}${entry.tag}.sql`, 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) await db.execute(sql.raw(statement));
    await db.execute(sql`insert into migration (hash, created_at) values (${entry.tag}, ${entry.when})`);
  }
  for (const [table, columns] of Object.entries(recordedColumns)) {
    await db.execute(
      sql.raw(`insert into ${table} (${columns}) select ${columns} from jetscope_new.${table}`),
    );
  }
  await db.execute(sql`drop schema jetscope_new cascade`);
}

export async function countTrades(db: Database): Promise<number> {
  const [row] = await rows<{ count: number }>(db, sql`select count(*)::int as count from trade`);
  return row?.count ?? 0;
}
