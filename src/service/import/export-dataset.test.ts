import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedOperations } from '#contract/served-operations.ts';
import { type Progress, silentProgress } from '#service/config/progress.ts';
import { openStore } from '#service/open-store.ts';
import type { Store, StoreLocation } from '#service/store/database.ts';
import { acquireStoreLock } from '#service/store/embedded/store-lock.ts';
import { completeJetton, completeMarket } from '#testing/datasets/complete-market.ts';
import { openSmallStore, withDatasetFolder, writeFolder } from '#testing/datasets/dataset-folder.ts';
import { smallDataset } from '#testing/datasets/small-dataset.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { type World, worldAt } from '#testing/oracle/world.ts';
import { exhaustiveInputs } from '#testing/requests/valid-inputs.ts';
import { type BundledCommand, bundleCommand } from '#testing/service/bundled-command.ts';
import { importAndServe } from '#testing/service/imported-service.ts';
import type { Client, RawResponse } from '#testing/service/inject.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { storeAllCandles } from '#testing/stores/ingest.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { exportDataset } from './export-dataset.ts';
import { importDataset } from './import-dataset.ts';

let folder: string;
let command: BundledCommand;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jetscope-export-'));
  command = await bundleCommand('src/service/export-command.ts');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await command.remove();
});

const { files, clock, stables } = completeMarket();
/** One swap has a volume that the store writes out in more characters than an import accepts. */
const market = {
  ...files,
  swaps: files.swaps.map((row, index) =>
    index === 0 ? { ...row, volume_usd: `1.${'23'.repeat(40)}e-35` } : row,
  ),
};

/** Adds what only feeds and the simulated market store. */
async function addFeedData({ db }: Store): Promise<void> {
  const complete = sql`(select id from jetton where name = ${completeJetton.name})`;
  await db.execute(sql`
    insert into jetton_multiplier values (${complete}, 'tonapi', '2026-01-02T03:04:05Z', null, null),
      (${complete}, 'tonapi', '2026-01-12T03:04:05Z', 3, 2), (${complete}, 'other', '2025-01-02T03:04:05Z', 5, 7)`);
  await db.execute(sql`
    insert into jetton_holders select ${complete}, timestamptz '2026-01-01' + n * interval '1 minute', n
    from generate_series(1, 30) n`);
  await db.execute(sql`
    update jetton set offchain_image = 'https://pictures.example/b.png', offchain_description = 'Moved', admin = ''
    where id = ${complete}`);
  const [unknown, owner] = ['0e', '0f'].map((digits) => `0:${digits.repeat(32)}`);
  await db.execute(sql`
    insert into holder_snapshot (token, time, source) values (${unknown}, '2026-01-02T03:04:05Z', 'ndjson')`);
  await db.execute(sql`insert into holder (token, owner, balance) values (${unknown}, ${owner}, 5)`);
}

async function readFiles(path: string): Promise<Record<string, string>> {
  const names = await readdir(path);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(path, name), 'utf8')] as const)),
  );
}

/** Leaves out the versions of images, which every import changes. */
function withoutVersions(response: RawResponse): unknown {
  return JSON.parse(JSON.stringify(response).replaceAll(/&v=[\w.-]+/g, ''));
}

describeOnEachStore('an exported store', (openEmptyStore, newLocation, shareCases) => {
  describe('imported again', () => {
    let original: Client;
    let copy: Client;
    let copyStore: Store;
    let world: World;
    let exported: string;
    beforeAll(async () => {
      const store = await openEmptyStore();
      copyStore = await openTestStore();
      exported = join(folder, store.engine);
      world = worldAt(await withDatasetFolder(files, readDataset), stables, clock);
      original = await withDatasetFolder(market, (source) =>
        importAndServe(store, { folder: source, clock, stables }),
      );
      await addFeedData(store);
      await exportDataset(store, { folder: exported });
      copy = await importAndServe(copyStore, { folder: exported, clock, stables });
      for (const each of [store, copyStore]) await storeAllCandles(each);
    });
    afterAll(() => copyStore.close());

    test.each(shareCases(Object.values(servedOperations)))('answers $name equally', async (operation) => {
      for (const input of exhaustiveInputs(operation, world)) {
        const expected = await original.request(operation, input);
        expect(expected.status).toBe(200);
        expect(withoutVersions(await copy.request(operation, input))).toEqual(withoutVersions(expected));
      }
    });

    test('is exported equally', async () => {
      const again = `${exported}-again`;
      await exportDataset(copyStore, { folder: again });
      expect(await readFiles(again)).toEqual(await readFiles(exported));
    });

    test('contains swaps from --from until before --to', async () => {
      const times = market.swaps.map(({ event_time }) => Number(event_time)).sort((a, b) => a - b);
      const [from, to] = [0.25, 0.75].map(
        (share) => new Date(1000 * (times[Math.floor(times.length * share)] ?? 0)),
      );
      const target = `${exported}-part`;
      const { swaps } = await exportDataset(copyStore, { folder: target, from, to });
      const rows = (await readFiles(target))['swaps.csv']?.trimEnd().split('\n').slice(1) ?? [];
      const exportedTimes = rows.map((row) => 1000 * Number(row.split(',')[1]));
      expect(exportedTimes).toHaveLength(swaps);
      expect(swaps).toBeGreaterThan(0);
      expect(Math.min(...exportedTimes)).toBeGreaterThanOrEqual(Number(from));
      expect(Math.max(...exportedTimes)).toBeLessThan(Number(to));
    });
  });

  describe('npm run export', () => {
    let location: StoreLocation;
    beforeAll(async () => {
      location = await newLocation();
    });

    test('refuses an empty store', async () => {
      const target = join(folder, 'empty');
      const { code, errors } = await command.start(location, target).outcome;
      expect(errors).toBe('Export failed: The store contains no data\n');
      expect(code).toBe(1);
    });

    test('creates missing folders, prints a summary with the fixed clock, and refuses an existing folder', async () => {
      const source = await writeFolder(smallDataset());
      const store = await openStore(location);
      const options = { folder: source.path, asOf: new Date('2026-01-29T07:50:00Z'), stables: [] };
      await importDataset(store, { ...options, exchanges: ['stonfi', 'dedust'] });
      const { engine } = store;
      await store.close();
      const target = join(folder, `commands-${engine}`, 'exported');
      const { code, output } = await command.start(location, target).outcome;
      expect(output).toBe(
        `Exported 2 jettons, 2 pools, 1 swap, exchange rates for 1 date to ${target}\n` +
          'The clock of this data is fixed: import it with --as-of 2026-01-29T07:50:00.000Z\n',
      );
      expect(code).toBe(0);
      expect(await command.start(location, target).outcome).toMatchObject({
        code: 1,
        errors: 'Export failed: the folder exists already\n',
      });
      await source.remove();
    });
  });
});

test('an export that fails leaves no folder, so that it can be repeated', async () => {
  const store = await openSmallStore();
  const target = join(folder, 'failed');
  const failing: Progress = {
    ...silentProgress,
    start: (step) => {
      if (step === 'Writing swaps') throw new Error('no space left on device');
    },
  };
  await expect(exportDataset(store, { folder: target }, failing)).rejects.toThrow('no space left on device');
  expect(existsSync(target)).toBe(false);
  await store.close();
});

test('npm run export explains what to do while a service uses the store', async () => {
  const data = await writeFolder({ store: '' });
  const release = acquireStoreLock(data.path);
  const { code, errors } = await command.start({ dataDir: data.path }, join(folder, 'used')).outcome;
  expect(errors).toBe(
    `Export failed: The store in ${data.path} is in use by process ${process.pid}; ` +
      'export a copy made with npm run backup, or stop it\n',
  );
  expect(code).toBe(1);
  release();
  await data.remove();
});

test('npm run export creates no store in a mistyped folder', async () => {
  const dataDir = join(folder, 'mistyped');
  const { code, errors } = await command.start({ dataDir }, join(folder, 'target')).outcome;
  expect(errors).toBe(`Export failed: DATA_DIR: there is no store in ${dataDir}\n`);
  expect(code).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ['Missing argument FOLDER; see --help', []],
  ['--to: expected a timestamp such as 2026-01-29T07:50:00Z, got "today"', ['a', '--to', 'today']],
  ['--from must be before --to', ['a', '--from', '2026-01-30T00:00:00Z', '--to', '2026-01-30T00:00:00Z']],
])('npm run export reports %s', async (reason, args) => {
  const outcome = await command.start({ dataDir: '/nonexistent/store' }, ...args).outcome;
  expect(outcome).toMatchObject({ code: 1, errors: `Export failed: ${reason}\n` });
});
