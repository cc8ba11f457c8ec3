import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { measureColumns } from '#service/operations/lists/measure-columns.ts';
import { currentSchema, isCompatibleSchema, migrationConfig, migrations } from './migrations.ts';
import * as schema from './schema.ts';

const meta = `${migrationConfig('any').migrationsFolder}/meta`;

/** Snapshots of the schema by the number of migrations. The initial migration has none: it replaced several. */
const snapshots = new Map(
  readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .map((name) => [Number.parseInt(name, 10) + 1, JSON.parse(readFileSync(`${meta}/${name}`, 'utf8'))]),
);

test('the migrations produce the schema', async () => {
  const migrated = snapshots.get(currentSchema);
  expect(await generateMigration(migrated, generateDrizzleJson(schema, migrated.id))).toEqual([]);
});

test('lists read only columns of every schema that this version can read', () => {
  const oldest = migrations.findIndex((_, index) => isCompatibleSchema(index + 1)) + 1;
  const { columns } = snapshots.get(oldest).tables['public.jetton'];
  expect(measureColumns.filter((name) => !Object.hasOwn(columns, name))).toEqual([]);
});
