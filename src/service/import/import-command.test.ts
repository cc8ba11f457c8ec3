import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDataset } from '#service/store/read-dataset.ts';
import { openStore } from '#service/store/store.ts';
import { smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { type TextFolder, writeFolder } from '#testing/datasets/text-folder.ts';
import { bundleImportCommand, type ImportCommand } from '#testing/service/import-command.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';

let command: ImportCommand;
let good: TextFolder;
let bad: TextFolder;

beforeAll(async () => {
  command = await bundleImportCommand();
  good = await writeFolder(smallDataset());
  bad = await writeFolder(
    smallDataset({ 'swaps.csv': `${swapHeader}\n${swapRow()}\n${swapRow({ lt: 'x' })}\n` }),
  );
});

afterAll(async () => {
  for (const { remove } of [command, good, bad]) await remove();
});

describeOnEachStore('npm run import', (_, newPlace) => {
  test('imports, keeps the clock, and says what came in', async () => {
    const place = await newPlace();
    const outcome = await command.start(place, good.path, '--as-of', '2026-01-29T09:50:00+02:00').outcome;
    expect(outcome.output).toMatch(
      /^Imported 2 jettons, 2 pools, 1 swap of 1 trader, 1 date of exchange rates in \d+\.\d s\.\n$/,
    );
    expect(outcome.errors).toMatch(/^Reading\nSorting swaps\n(.*\n)*Building indexes\n$/);
    expect(outcome.code).toBe(0);
    const store = await openStore(place);
    expect(await readDataset(store.db)).toMatchObject({
      asOf: new Date('2026-01-29T07:50:00Z'),
      calculatedAt: new Date('2026-01-29T07:50:00Z'),
    });
    await store.close();
  });

  test('ends at a bad row, or counts it', async () => {
    const place = await newPlace();
    const ended = await command.start(place, bad.path).outcome;
    expect(ended.errors).toMatch(
      /\nNothing was imported, the store is as it was: swaps\.csv, line 3: lt is not an integer \("x"\)\n$/,
    );
    expect(ended).toMatchObject({ code: 1, output: '' });
    const skipped = await command.start(place, bad.path, '--skip-bad').outcome;
    expect(skipped.output).toMatch(
      /\nLeft out 1 bad row:\n {2}1 × swaps\.csv: lt is not an integer \(first in line 3\)\n$/,
    );
    expect(skipped.code).toBe(0);
  });
});

const nowhere = { dataDir: '/nonexistent/never/made' };

test.each([
  ['FOLDER is missing', []],
  ['There is more than one FOLDER: a, b', ['a', 'b']],
  ["Unknown option '--as-off'", ['a', '--as-off', '2026-01-29T07:50:00Z']],
  ['--as-of: "yesterday" is not a time such as 2026-01-29T07:50:00Z', ['a', '--as-of', 'yesterday']],
  ['--as-of: "2026-01-29" is not a time', ['a', '--as-of', '2026-01-29']],
])('%s', async (reason, given) => {
  const { code, errors } = await command.start(nowhere, ...given).outcome;
  expect(errors).toContain(`Nothing was imported, the store is as it was: ${reason}`);
  expect(errors.trim()).not.toContain('\n    at ');
  expect(code).toBe(1);
});

test('a folder without jettons.json is named', async () => {
  const folder = await writeFolder({ 'pools.json': '[]' });
  const place = { dataDir: join(folder.path, 'data') };
  const { code, errors } = await command.start(place, folder.path).outcome;
  expect(errors).toBe(
    `Nothing was imported, the store is as it was: There is no jettons.json in ${folder.path}\n`,
  );
  expect(code).toBe(1);
  await folder.remove();
});

test('a database that cannot be reached is one clear line', async () => {
  const { code, errors } = await command.start({ databaseUrl: 'postgres://localhost:1/none' }, good.path)
    .outcome;
  expect(errors).toMatch(/^Nothing was imported, the store is as it was: .*ECONNREFUSED.*\n$/);
  expect(code).toBe(1);
});

test('a store that is open in another process is left alone', async () => {
  const folder = await writeFolder({});
  const store = await openStore({ dataDir: folder.path });
  const { code, errors } = await command.start({ dataDir: folder.path }, good.path).outcome;
  expect(errors).toBe(
    `Nothing was imported, the store is as it was: The store in ${folder.path} is in use by process ${process.pid}\n`,
  );
  expect(code).toBe(1);
  await store.close();
  expect(await command.start({ dataDir: folder.path }, good.path).outcome).toMatchObject({ code: 0 });
  await folder.remove();
});

test('help says how', async () => {
  const { code, output } = await command.start(nowhere, '--help').outcome;
  expect(output).toContain('npm run import -- FOLDER [--as-of TIME] [--skip-bad]');
  expect(code).toBe(0);
});
