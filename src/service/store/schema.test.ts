import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { getTableColumns } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { measureColumns } from '#service/operations/lists/measure-columns.ts';
import { currentSchema, isCompatibleSchema, migrationConfig, migrations } from './migrations.ts';
import * as schema from './schema.ts';

const meta = `${migrationConfig('any').migrationsFolder}/meta`;

/** Snapshots of the schemas that this version can read, by the number of migrations. */
const snapshots = new Map(
  readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .map((name) => [Number.parseInt(name, 10) + 1, JSON.parse(readFileSync(`${meta}/${name}`, 'utf8'))]),
);

test('the migrations produce the schema', async () => {
  const migrated = snapshots.get(currentSchema);
  expect(await generateMigration(migrated, generateDrizzleJson(schema, migrated.id))).toEqual([]);
});

describe('every schema that this version can read', () => {
  const oldest = migrations.findIndex((_, index) => isCompatibleSchema(index + 1)) + 1;
  const missingColumns = (table: string, names: readonly string[]) => {
    const { columns } = snapshots.get(oldest).tables[`public.${table}`];
    return names.filter((name) => !Object.hasOwn(columns, name));
  };

  test('has the columns that lists read', () => {
    expect(missingColumns('jetton', measureColumns)).toEqual([]);
  });

  test('has the columns that describe the data, all of which are read', () => {
    const columns = Object.values(getTableColumns(schema.dataset));
    expect(
      missingColumns(
        'dataset',
        columns.map(({ name }) => name),
      ),
    ).toEqual([]);
  });
});
