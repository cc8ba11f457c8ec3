import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { RawAddress } from '#contract/address.ts';
import { type MetadataSource, SourceError } from '#service/feeds/client/source.ts';
import { storeWaiting, storeWaitingReserves } from '#service/feeds/ledger/swaps-without-decimals.ts';
import type { JettonFacts } from '#service/market/batch.ts';
import { rows } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { ManualClock, startFeed } from '#testing/feeds/manual-feed.ts';
import { newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { MetadataFeed } from './metadata-feed.ts';

const MINUTE = 60_000;
const [a, b, f] = [addressOf('a'), addressOf('b'), addressOf('f')];

const store = await openTestStore();
afterAll(() => store.close());

let clock: ManualClock;
/** Metadata that the source has. */
let facts: Map<RawAddress, JettonFacts>;
let requests: RawAddress[][];
let failure: SourceError | undefined;
let isFailing: (addresses: readonly RawAddress[]) => boolean;
beforeEach(async () => {
  await importFiles(store, smallDataset());
  clock = new ManualClock(importClock);
  facts = new Map([a, b, f].map((address) => [address, { address, name: `Name of ${address[2]}` }]));
  requests = [];
  failure = undefined;
  isFailing = () => true;
});

function start(batchSize: number) {
  const source: MetadataSource = {
    batchSize,
    fetchJettons: async (addresses) => {
      requests.push([...addresses]);
      if (failure && isFailing(addresses)) throw failure;
      return { jettons: addresses.flatMap((address) => facts.get(address) ?? []), invalid: [] };
    },
    check: async () => 'works',
  };
  return startFeed(
    store,
    { name: 'metadata', kind: 'tonapi', clock },
    (context) => new MetadataFeed(context, source),
  );
}

/** Stores swaps that wait for these assets. */
async function waitFor(...assets: readonly RawAddress[]): Promise<void> {
  const swaps = assets.map((asset, index) => {
    const pool = newPool({ address: `0:${index.toString(16).padStart(64, '0')}`, asset1: asset });
    return { swap: swapEvent({ pool: pool.address }), pool, asset };
  });
  await storeWaiting(store.db, 'swaps', swaps);
}

async function names() {
  return await rows(store.db, sql`select address, name, decimals from jetton order by address`);
}

test('awaited assets come first, then new jettons, then the least recently refreshed ones', async () => {
  facts.set(f, { address: f, decimals: 3 });
  const feed = await start(1);
  expect(await feed.step()).toBe(0);
  await waitFor(f);
  await feed.settle();
  expect(requests).toEqual([[b], [f], [a]]);

  requests = [];
  clock.advance(10 * MINUTE - 1);
  expect(await feed.settle()).toBeGreaterThan(0);
  expect(requests).toEqual([]);
  clock.advance(1);
  await feed.step();
  clock.advance(1);
  await feed.settle();
  expect(new Set(requests.flat())).toEqual(new Set([a, b, f]));

  // In the order of the last requests.
  const [first] = requests;
  requests = [];
  clock.advance(11 * MINUTE);
  await feed.step();
  expect(requests).toEqual([first]);
});

test('assets that only reserves wait for come after those of swaps, and are requested once a day', async () => {
  const reserves = {
    pool: newPool().address,
    time: clock.now(),
    reserve0: { baseUnits: '1' },
    reserve1: { baseUnits: '1' },
  };
  const untraded = `1:${'0'.repeat(64)}`;
  await storeWaitingReserves(store.db, 'swaps', [{ reserves, pool: newPool(), asset: untraded }]);
  await waitFor(f);
  facts.delete(f);
  const feed = await start(1);
  await feed.settle();
  expect(requests.slice(0, 2)).toEqual([[f], [untraded]]);
  requests = [];
  clock.advance(24 * 60 * MINUTE);
  await feed.settle();
  expect(requests.flat()).not.toContain(untraded);
  clock.advance(10 * MINUTE);
  await feed.settle();
  expect(requests.flat()).toContain(untraded);
});

test('a request is filled with all kinds of jettons', async () => {
  const feed = await start(2);
  await waitFor(f);
  await feed.settle();
  expect(requests).toEqual([[f, b], [a]]);
  expect(await feed.status()).toMatchObject({ lagSeconds: 0, events: { ingested: 3, rejected: 0 } });
});

test('jettons unknown to the source are requested again after ten minutes', async () => {
  facts.delete(f);
  const feed = await start(1);
  await waitFor(f);
  await feed.settle();
  expect(requests).toEqual([[f], [b], [a]]);
  requests = [];
  clock.advance(10 * MINUTE);
  await feed.step();
  expect(requests).toEqual([[f]]);
});

test('all of many assets that are unknown to the source are requested', async () => {
  const assets = Array.from({ length: 25 }, (_, index) => `1:${index.toString(16).padStart(64, '0')}`);
  const feed = await start(1);
  await waitFor(...assets);
  await feed.settle();
  expect(new Set(requests.flat())).toEqual(new Set([...assets, a, b]));
  expect(requests).toHaveLength(27);
});

test('names are updated, and decimals only set', async () => {
  facts.set(a, { address: a, name: 'Renamed', decimals: 18, holdersCount: '7' });
  facts.set(f, { address: f, symbol: 'PHI', decimals: 3 });
  const feed = await start(100);
  await waitFor(f);
  await feed.settle();
  expect(await names()).toEqual([
    { address: a, name: 'Renamed', decimals: 6 },
    { address: b, name: 'Name of b', decimals: 9 },
    { address: f, name: '', decimals: 3 },
  ]);
  const holders = sql`select holders_count::int as count, iso(holders_changed_at) as at from jetton where address = ${a}`;
  const before = clock.now();
  expect(await rows(store.db, holders)).toEqual([{ count: 7, at: before.toISOString() }]);
  clock.advance(11 * MINUTE);
  await feed.settle();
  expect(await rows(store.db, holders)).toEqual([{ count: 7, at: before.toISOString() }]);
});

test.each([
  ['cannot answer for', new SourceError('/v2: status 500', { status: 500 })],
  ['answers for in another format', new SourceError('/v2: unexpected response')],
])('a jetton that the source %s does not hold up the others', async (_, error) => {
  const assets = Array.from({ length: 20 }, (_, index) => `1:${index.toString(16).padStart(64, '0')}`);
  const bad = assets[13] ?? '';
  isFailing = (addresses) => addresses.includes(bad);
  failure = error;
  const feed = await start(10);
  await waitFor(...assets);
  const pass = async (minutes: number) => {
    for (let second = 0; second < 60 * minutes; second += 10) {
      await feed.settle();
      clock.advance(10_000);
    }
    return requests.splice(0);
  };
  const answered = (await pass(9)).filter((addresses) => !addresses.includes(bad)).flat();
  expect(new Set([...answered, bad])).toEqual(new Set([...assets, a, b]));
  // It is requested again without others, which are requested together.
  const later: RawAddress[][] = [];
  for (let round = 0; round < 2; round += 1) {
    clock.advance(15 * MINUTE);
    later.push(...(await pass(2)));
  }
  expect(later.filter((addresses) => addresses.includes(bad))).toContainEqual([bad]);
  expect(later.filter((addresses) => addresses.includes(bad) && addresses.length > 1)).toEqual([]);
  expect(Math.max(...later.map(({ length }) => length))).toBeGreaterThanOrEqual(9);
});

test.each([
  ['cannot be reached', new SourceError('/v2: the request failed', { problem: 'unreachable' })],
  ['limits requests', new SourceError('/v2: status 429', { status: 429 })],
])('requests that failed because the source %s do not count', async (_, error) => {
  failure = error;
  const feed = await start(2);
  for (let attempt = 0; attempt < 3; attempt += 1) clock.advance(await feed.settle());
  failure = undefined;
  requests = [];
  await feed.settle();
  expect(requests).toEqual([[b, a]]);
});

test('failed requests are retried after the delay that the source demands', async () => {
  failure = new SourceError('/v2: status 429', { status: 429, retryAfter: 5_000 });
  const feed = await start(100);
  expect(await feed.step()).toBe(5_000);
  expect((await feed.status()).lastError?.message).toBe('/v2: status 429');
  failure = undefined;
  await feed.settle();
  expect(requests).toEqual([
    [b, a],
    [b, a],
  ]);
});

test('a clock that was a day ahead delays no requests, and leaves no wrong position', async () => {
  const feed = await start(1);
  clock.advance(24 * 60 * MINUTE);
  await feed.settle();
  clock.advance(-24 * 60 * MINUTE);
  expect(await feed.status()).toMatchObject({ caughtUp: false, lagSeconds: 24 * 60 * 60 });
  await feed.settle();
  expect(await feed.status()).toMatchObject({
    caughtUp: true,
    lagSeconds: 0,
    failing: { problem: 'failing' },
  });
  requests = [];
  clock.advance(10 * MINUTE);
  await feed.settle();
  expect(requests.flat()).toEqual(expect.arrayContaining([a, b]));
  expect(await feed.status()).toMatchObject({ caughtUp: true, lagSeconds: 0 });
});
