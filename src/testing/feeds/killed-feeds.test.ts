import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedStatus } from '#contract/status.ts';
import { readConfig } from '#service/config/config.ts';
import { createControlClient } from '#service/feeds/commands/control-client.ts';
import { readControlFile } from '#service/feeds/commands/control-file.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { openStore } from '#service/open-store.ts';
import { queryFeedStatus } from '#service/operations/feed-status.ts';
import type { Store, StoreLocation } from '#service/store/database.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { differences } from '#testing/differences.ts';
import { eventually } from '#testing/eventually.ts';
import { type GeneratedMarket, generateMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { type BundledCommand, bundleCommand, type Running } from '#testing/service/bundled-command.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { createUpstream, type Upstream } from '#tools/upstream/server.ts';
import { readRecorded, recordedByImport } from './read-recorded.ts';
import { formats, type SplitMarket, splitMarket } from './run-feeds.ts';

const DAY_MS = 86_400_000;

/** Moves all times of a market by whole days. */
function shiftMarket({ files, clock, stables }: GeneratedMarket, days: number): GeneratedMarket {
  const shift = days * DAY_MS;
  const shiftTime = (text: unknown) =>
    typeof text === 'string' ? new Date(Date.parse(text) + shift).toISOString() : undefined;
  return {
    clock: new Date(clock.getTime() + shift),
    stables,
    files: {
      ...files,
      pools: files.pools.map((pool) => ({
        ...pool,
        createdAt: shiftTime(pool.createdAt),
        reservesAt: shiftTime(pool.reservesAt),
      })),
      swaps: files.swaps.map((swap) => ({
        ...swap,
        event_time: String(Number(swap.event_time) + shift / 1000),
      })),
      fx: (files.fx ?? []).map((row) => ({ ...row, date: shiftTime(row.date)?.slice(0, 10) ?? '' })),
    },
  };
}

const KILLS = 3;

let command: BundledCommand;
let folder: string;
beforeAll(async () => {
  command = await bundleCommand('src/service/main.ts');
  folder = mkdtempSync(join(tmpdir(), 'jetscope-feeds-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await command.remove();
});

/** A market that ended a few hours ago. */
function recentMarket(): SplitMarket {
  const market = generateMarket(12);
  const { clock } = splitMarket(market, 1).market;
  return splitMarket(shiftMarket(market, Math.floor((Date.now() - clock.getTime()) / DAY_MS)), 1);
}

function writeFeedsFile(base: string, start: Date): string {
  const file = join(folder, 'feeds.json');
  const paths = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener/tonco' };
  const feeds = Object.entries(paths).map(([exchange, path]) => ({
    name: exchange,
    kind: path.split('/')[0],
    url: `${base}/${path}`,
    ...(exchange === 'dedust' && { poolsUrl: `${base}/${path}` }),
    exchange,
    from: start.toISOString(),
    rate: 200,
  }));
  writeFileSync(file, JSON.stringify(feeds));
  return file;
}

test('a service that cannot listen does not create a store', async () => {
  const dataDir = join(folder, 'unused');
  const { code, errors } = await command.startWith({ dataDir }, { HOST: '192.0.2.1' }).outcome;
  expect(errors).toMatch(/^Jetscope failed to start: HOST, PORT: listen EADDRNOTAVAIL/);
  expect(code).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [['--help'], 0, /^Jetscope: analytics .*\n\nUsage:\n/],
  [['live', '--help'], 0, /^Jetscope: analytics .*\n\nUsage:\n/],
  [['start'], 1, /^Jetscope failed to start: Unknown argument "start"; see --help\n$/],
  [['live', '--port'], 1, /^Jetscope failed to start: Unknown argument "--port"; see --help\n$/],
])('the arguments %j start no service', async (args, code, message) => {
  const dataDir = join(folder, 'unused');
  const outcome = await command.start({ dataDir }, ...args).outcome;
  expect(outcome.output + outcome.errors).toMatch(message);
  expect(outcome.code).toBe(code);
  expect(existsSync(dataDir)).toBe(false);
});

test('a service that cannot write its log goes on, and stops in order', async () => {
  const location = { dataDir: join(folder, 'unlogged') };
  await copyEmptyStore(location.dataDir);
  const port = await freePort();
  const settings = { PORT: String(port), DEMO_JETTONS: '3', LOG_LEVEL: 'debug' };
  const service = command.startWith(location, settings);
  const request = async () => (await fetch(`http://127.0.0.1:${port}/v1/jettons`)).status;
  await eventually(async () => expect(await request()).toBe(200));
  service.closeOutput();
  for (let count = 0; count < 5; count += 1) expect(await request()).toBe(200);
  service.stop();
  expect(await service.outcome).toMatchObject({ code: 0, signal: null });
});

describeOnEachStore('services with feeds that are killed', (_, newLocation) => {
  test('lose nothing, and others take over', { timeout: timeLimit(300_000) }, async () => {
    const random = new Random(1);
    const { market, initial, start } = recentMarket();
    const location = await newLocation();
    const { stables } = market;
    const settings = { STABLES: stables.join(','), PORT: '0', LOG_LEVEL: 'error' };
    await importInto(await openStore(location), initial, stables);
    const upstreamMarket = await withDatasetFolder(market.files, readDataset);
    const faults = { probabilities: { serverError: 0.1, cutJson: 0.1 } };
    let upstream = createUpstream({ market: upstreamMarket, formats, faults });
    const base = await upstream.listen();
    const FEEDS_FILE = writeFeedsFile(base, start);
    const startService = () => command.startWith(location, { ...settings, FEEDS_FILE });
    // Only one process can open an embedded store.
    const isShared = 'databaseUrl' in location;
    let other: Running | undefined;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = startService();
      other ??= isShared ? startService() : undefined;
      await nextRequest(upstream);
      // At random moments while the feeds read their history.
      await delay(random.whole(0, 1_000));
      running.kill();
      await running.outcome;
      if (kill === 1) {
        await upstream.close();
        upstream = createUpstream({ market: upstreamMarket, formats });
        await upstream.listen(Number(new URL(base).port));
      }
    }
    const last = other ?? startService();
    await untilAllRead(location);
    last.kill();
    await last.outcome;
    await upstream.close();
    const store = await openStore(location);
    expect(differences(await readRecorded(store), await recordedByImport(market))).toEqual([]);
    await store.close();
  });
});

/** Resolves once the feeds of a running service have read everything. */
async function untilAllRead(location: StoreLocation): Promise<void> {
  const wait = (readStatus: () => Promise<FeedStatus[]>) =>
    eventually(async () => expectAllRead(await readStatus()), 500);
  // Only the service can open an embedded store.
  if ('dataDir' in location) return await wait(() => statusOfService(location.dataDir));
  const store = await openStore(location);
  try {
    await wait(() => queryFeedStatus(store.db, new Date()));
  } finally {
    await store.close();
  }
}

async function statusOfService(dataDir: string): Promise<FeedStatus[]> {
  const address = readControlFile(dataDir);
  if (!address) throw new Error('the service accepts no commands');
  return await createControlClient(address).status();
}

function expectAllRead(feeds: readonly FeedStatus[]): void {
  expect(feeds.map(({ name }) => name)).toEqual(['dedust', 'stonfi', 'tonco']);
  for (const { historyRead, ranges, name } of feeds)
    expect({ name, historyRead, ...ranges }).toEqual({ name, historyRead: 1, open: 0, failed: 0 });
}

/** Resolves with the next request. */
async function nextRequest({ requests }: Upstream): Promise<void> {
  const count = () => Object.values(requests).reduce((sum, outcomes) => sum + sumOf(outcomes), 0);
  const before = count();
  await eventually(() => expect(count()).toBeGreaterThan(before));
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function importInto(
  store: Store,
  files: SplitMarket['initial'],
  stables: SplitMarket['market']['stables'],
) {
  const { exchanges } = readConfig({});
  await withDatasetFolder(files, (dataset) => importDataset(store, { folder: dataset, exchanges, stables }));
  await store.close();
}
