import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type DailyRates, type RateSource, SourceError } from '#service/feeds/client/source.ts';
import { rows } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { smallDataset } from '#testing/datasets/small-dataset.ts';
import { ManualClock, startFeed } from '#testing/feeds/manual-feed.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { RatesFeed } from './rates-feed.ts';

const HOUR = 3_600_000;

const store = await openTestStore();
afterAll(() => store.close());

let clock: ManualClock;
/** Days in January 2026 without rates. */
let missing: Set<string>;
let requests: string[];
let failure: SourceError | undefined;
/** By day or `latest`. */
let failures: Map<string, SourceError>;
/** Date of the latest rates. */
let latest: string;
beforeEach(async () => {
  await importFiles(store, smallDataset({ 'fx.csv': 'date,ton,eur\n2026-01-26,,0.5\n2026-01-25,0.5,\n' }));
  clock = new ManualClock(importClock);
  missing = new Set();
  requests = [];
  failure = undefined;
  failures = new Map();
  latest = '2026-01-20';
});

function ratesOf(date: string): DailyRates {
  return { date, rates: new Map([['eur', `0.${date.slice(-2)}`]]) };
}

async function storedDates(): Promise<string[]> {
  const found = await rows<{ date: string }>(
    store.db,
    sql`select to_char(date, 'YYYY-MM-DD') as date from fx where code = 'eur' order by date`,
  );
  return found.map(({ date }) => date);
}

function start() {
  const request = (version: string) => {
    requests.push(version);
    const error = failure ?? failures.get(version);
    if (error) throw error;
  };
  const source: RateSource = {
    fetchRates: async (date) => {
      request(date.slice(-2));
      return missing.has(date.slice(-2)) ? undefined : ratesOf(date);
    },
    fetchLatest: async () => {
      request('latest');
      return ratesOf(latest);
    },
    check: async () => 'works',
  };
  const from = new Date('2026-01-23T12:00:00Z');
  return startFeed(
    store,
    { name: 'fx', kind: 'fx', clock, from },
    (context) => new RatesFeed(context, source),
  );
}

test('fills all days without fiat rates, latest first, and then each new day', async () => {
  const feed = await start();
  await feed.settle();
  expect(requests).toEqual(['29', '28', '27', '25', '24', '23']);
  const found = await rows(
    store.db,
    sql`select to_char(date, 'DD') as day, trim_scale(rate)::text as rate from fx where code = 'eur' order by date`,
  );
  expect(found).toEqual([
    { day: '23', rate: '0.23' },
    { day: '24', rate: '0.24' },
    { day: '25', rate: '0.25' },
    { day: '26', rate: '0.5' },
    { day: '27', rate: '0.27' },
    { day: '28', rate: '0.28' },
    { day: '29', rate: '0.29' },
  ]);
  expect(await feed.status()).toMatchObject({ lagSeconds: 0, events: { ingested: 6 } });
  requests = [];
  clock.advance(24 * HOUR);
  await feed.settle();
  expect(requests).toEqual(['30']);
});

test('days that the source lacks are requested again only while they are recent', async () => {
  missing = new Set(['29', '27', '24']);
  const feed = await start();
  expect(await feed.settle()).toBe(600_000);
  expect(requests).toEqual(['29', '28', '27', '25', '24', '23', 'latest']);
  requests = [];
  await feed.settle();
  expect(requests).toEqual(['29', '27', 'latest']);
  requests = [];
  missing.delete('29');
  clock.advance(48 * HOUR);
  await feed.settle();
  expect(requests).toEqual(['31', '30', '29', '27']);
  requests = [];
  await feed.settle();
  expect(requests).toEqual([]);
});

test('without rates of the current day, the latest ones are stored as those of their date', async () => {
  missing = new Set(['29', '28', '27']);
  latest = '2026-01-28';
  const feed = await start();
  await feed.settle();
  expect(await storedDates()).toEqual(['23', '24', '25', '26', '28'].map((day) => `2026-01-${day}`));
  for (latest of ['2026-01-30', '2025-11-01', '2026-01-28']) {
    requests = [];
    await feed.settle();
    expect(requests).toEqual(['29', '27', 'latest']);
  }
  expect(await storedDates()).toHaveLength(5);
});

test('if the first days are in a gap, the rates of the last day before are used', async () => {
  missing = new Set(['23', '22', '21', '20', '19', '18']);
  const feed = await start();
  await feed.settle();
  expect(requests).toEqual(['29', '28', '27', '25', '24', '23', '22', '21', '20', '19', '18', '17']);
  expect((await storedDates()).slice(0, 2)).toEqual(['2026-01-17', '2026-01-24']);
});

test('a file that cannot be read does not hold up the others, and is requested again when they have been read', async () => {
  const error = new SourceError('/npm: unexpected response: no valid rates');
  failures = new Map(['29', '27', 'latest'].map((version) => [version, error]));
  const feed = await start();
  const readAll = async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) if ((await feed.settle()) >= 600_000) return;
  };
  await readAll();
  expect(await storedDates()).toEqual(['23', '24', '25', '26', '28'].map((day) => `2026-01-${day}`));
  expect(requests.filter((version) => version === '27')).toHaveLength(3);
  expect((await feed.status()).lastError?.message).toBe(error.message);
  requests = [];
  await readAll();
  expect(requests).toEqual(['29', '27', 'latest']);
  failures.delete('27');
  await readAll();
  expect(await storedDates()).toContain('2026-01-27');
});

test('a source that cannot be reached lacks no dates', async () => {
  failure = new SourceError('/npm: the request failed', { problem: 'unreachable' });
  const feed = await start();
  for (let attempt = 0; attempt < 5; attempt += 1) await feed.step();
  expect(new Set(requests)).toEqual(new Set(['29']));
});

test('a failed request is retried', async () => {
  failure = new SourceError('/npm: status 503', { status: 503, retryAfter: 7_000 });
  const feed = await start();
  expect(await feed.step()).toBe(7_000);
  expect((await feed.status()).lastError?.message).toBe('/npm: status 503');
  failure = undefined;
  await feed.step();
  expect(requests).toEqual(['29', '29']);
});
