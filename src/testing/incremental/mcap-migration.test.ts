import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Database, rows } from '#service/store/database.ts';
import { migrationConfig } from '#service/store/migrations.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

const migration = `${migrationConfig('any').migrationsFolder}/0006_mcap_filter.sql`;

function mcaps(db: Database) {
  return rows<{ id: number; ton: string | null; usd: string | null }>(
    db,
    sql`select id, trim_scale(mcap_ton)::text as ton, trim_scale(mcap_usd)::text as usd from jetton order by id`,
  );
}

describeOnEachStore('a store of the version before the filter by market capitalization', (openEmptyStore) => {
  test('has the calculated values after the migration', async () => {
    const store = await openEmptyStore();
    await importGenerated(store, generateMarket(9));
    const calculated = await mcaps(store.db);
    await store.withExclusiveSession('jetscope', async ({ db }) => {
      await db.execute(sql`alter table jetton drop column mcap_ton, drop column mcap_usd`);
      for (const statement of readFileSync(migration, 'utf8').split('--> statement-breakpoint'))
        await db.execute(sql.raw(statement));
    });
    expect(await mcaps(store.db)).toEqual(calculated);
    expect(calculated.filter(({ ton }) => ton !== null).length).toBeGreaterThan(0);
    expect(calculated.filter(({ usd }) => usd !== null).length).toBeGreaterThan(0);
  });
});
