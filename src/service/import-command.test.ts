import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFiles, type TextFolder, writeFolder } from '#testing/datasets/dataset-folder.ts';
import { smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { type BundledCommand, bundleImportCommand } from '#testing/service/bundled-command.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import type { FeedConfig } from './config/feed-config.ts';
import { createFeed } from './feeds/ledger/feed-state.ts';
import { openStore } from './open-store.ts';
import { queryFeedStatus } from './operations/feed-status.ts';
import { readDataset } from './store/dataset.ts';

let command: BundledCommand;
let goodFolder: TextFolder;
let badFolder: TextFolder;

beforeAll(async () => {
  command = await bundleImportCommand();
  goodFolder = await writeFolder(smallDataset());
  badFolder = await writeFolder(
    smallDataset({ 'swaps.csv': `${swapHeader}\n${swapRow()}\n${swapRow({ lt: 'x' })}\n` }),
  );
});

afterAll(async () => {
  for (const { remove } of [command, goodFolder, badFolder]) await remove();
});

describeOnEachStore('npm run import', (_, newLocation) => {
  test('imports, stores the clock and prints a summary', async () => {
    const location = await newLocation();
    const outcome = await command.start(location, goodFolder.path, '--as-of', '2026-01-29T09:50:00+02:00')
      .outcome;
    expect(outcome.output).toMatch(
      /^Imported 2 jettons, 2 pools, 1 swap by 1 trader, exchange rates for 1 date in \d+\.\d s\n$/,
    );
    expect(outcome.errors).toMatch(/^Reading\nSorting swaps\n(.*\n)*Building indexes\n$/);
    expect(outcome.code).toBe(0);
    const store = await openStore(location);
    expect(await readDataset(store.db)).toMatchObject({
      asOf: new Date('2026-01-29T07:50:00Z'),
      calculatedAt: new Date('2026-01-29T07:50:00Z'),
    });
    await store.close();
  });

  test('stops at a bad row, or skips and counts it', async () => {
    const location = await newLocation();
    const ended = await command.start(location, badFolder.path).outcome;
    expect(ended.errors).toMatch(
      /\nImport failed, the store was not changed: swaps\.csv, line 3: lt is not an integer \("x"\)\n$/,
    );
    expect(ended).toMatchObject({ code: 1, output: '' });
    const skipped = await command.start(location, badFolder.path, '--skip-bad').outcome;
    expect(skipped.output).toMatch(
      /\nSkipped 1 bad row:\n {2}1 × swaps\.csv: lt is not an integer \(first at line 3\)\n$/,
    );
    expect(skipped.code).toBe(0);
  });

  test('deletes data of feeds only with --replace', async () => {
    const location = await newLocation();
    const store = await openStore(location);
    await importFiles(store, smallDataset());
    for (const name of ['stonfi', 'dedust']) await createFeed(store.db, { ...feed, name }, new Date());
    const before = await readDataset(store.db);
    await store.close();

    const refused = await command.start(location, goodFolder.path).outcome;
    expect(refused).toMatchObject({
      code: 1,
      output: '',
      errors:
        'Import failed, the store was not changed: The store contains data of feeds (dedust, stonfi); ' +
        'to delete it, repeat with --replace\n',
    });
    const unchanged = await openStore(location);
    expect(await readDataset(unchanged.db)).toEqual(before);
    await unchanged.close();

    expect((await command.start(location, goodFolder.path, '--replace').outcome).code).toBe(0);
    const replaced = await openStore(location);
    expect(await queryFeedStatus(replaced.db, new Date())).toEqual([]);
    await replaced.close();
  });
});

const feed: FeedConfig = {
  name: '',
  kind: 'stonfi',
  url: '',
  exchange: 'stonfi',
  from: undefined,
  rate: 1,
  key: undefined,
};

const unusedLocation = { dataDir: '/nonexistent/store' };

test.each([
  ['Missing argument FOLDER; see --help', []],
  ['Expected one FOLDER, got 2: a, b', ['a', 'b']],
  ['Unknown argument "--as-off"; see --help', ['a', '--as-off', '2026-01-29T07:50:00Z']],
  [
    '--as-of: expected a timestamp such as 2026-01-29T07:50:00Z, got "yesterday"',
    ['a', '--as-of', 'yesterday'],
  ],
  [
    '--as-of: expected a timestamp such as 2026-01-29T07:50:00Z, got "2026-01-29"',
    ['a', '--as-of', '2026-01-29'],
  ],
])('%s', async (reason, args) => {
  const { code, errors } = await command.start(unusedLocation, ...args).outcome;
  expect(errors).toContain(`Import failed, the store was not changed: ${reason}`);
  expect(errors.trim()).not.toContain('\n    at ');
  expect(code).toBe(1);
});

test('reports a folder without jettons.json, or with a folder instead of a file', async () => {
  const folder = await writeFolder({ 'pools.json': '[]' });
  const location = { dataDir: join(folder.path, 'data') };
  const report = async (reason: string) => {
    const { code, errors } = await command.start(location, folder.path).outcome;
    expect(errors).toBe(`Import failed, the store was not changed: ${reason}\n`);
    expect(code).toBe(1);
  };
  await report(`jettons.json not found in ${folder.path}`);
  await writeFile(join(folder.path, 'jettons.json'), '[]');
  await mkdir(join(folder.path, 'swaps.csv'));
  await report(`swaps.csv in ${folder.path} is a folder`);
  await folder.remove();
});

test('reports an unreachable database in one line', async () => {
  const { code, errors } = await command.start(
    { databaseUrl: 'postgres://localhost:1/none' },
    goodFolder.path,
  ).outcome;
  expect(errors).toMatch(/^Import failed, the store was not changed: .*ECONNREFUSED.*\n$/);
  expect(code).toBe(1);
});

test('fails if the store is open in another process', async () => {
  const folder = await writeFolder({});
  await copyEmptyStore(folder.path);
  const store = await openStore({ dataDir: folder.path });
  const { code, errors } = await command.start({ dataDir: folder.path }, goodFolder.path).outcome;
  expect(errors).toBe(
    `Import failed, the store was not changed: The store in ${folder.path} is in use by process ${process.pid}\n`,
  );
  expect(code).toBe(1);
  await store.close();
  expect(await command.start({ dataDir: folder.path }, goodFolder.path).outcome).toMatchObject({ code: 0 });
  await folder.remove();
});

test('prints help', async () => {
  const { code, output } = await command.start(unusedLocation, '--help').outcome;
  expect(output).toContain('npm run import -- FOLDER [--as-of TIME] [--skip-bad]');
  expect(code).toBe(0);
});
