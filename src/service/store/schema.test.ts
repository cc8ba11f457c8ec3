import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { migrationConfig } from './migrations.ts';
import * as schema from './schema.ts';

test('the migrations produce the schema', async () => {
  const meta = `${migrationConfig('any').migrationsFolder}/meta`;
  const [newest = ''] = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .reverse();
  const migrated = JSON.parse(readFileSync(`${meta}/${newest}`, 'utf8'));
  expect(await generateMigration(migrated, generateDrizzleJson(schema, migrated.id))).toEqual([]);
});
