import { parseAtomFeed } from 'feedsmith';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import type { Jetton } from '#contract/jetton.ts';
import { operations } from '#contract/operations.ts';
import { defaultList } from '#contract/page-links.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { serveMarket } from '#testing/service/imported-service.ts';

const HOSTILE = ']]><script>&"\'\u0000\u0008\uFFFF\uD800\u202E';

let service: Awaited<ReturnType<typeof serveMarket>>;
let baseUrl: string;

beforeAll(async () => {
  const { files, ...market } = generateMarket(1);
  const [first, ...others] = files.jettons;
  const jettons = [{ ...first, name: HOSTILE, symbol: HOSTILE }, ...others];
  service = await serveMarket({ ...market, files: { ...files, jettons } });
  baseUrl = await service.listen();
});
afterAll(() => service.close());

async function read(query: string, origin = baseUrl) {
  const response = await fetch(`${origin}/feeds/screen.atom?${query}`);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const text = await response.text();
  return { text, tag: response.headers.get('etag'), ...parseAtomFeed(text) };
}

function idsOf({ entries = [] }: Awaited<ReturnType<typeof read>>): Set<string | undefined> {
  return new Set(entries.map(({ id }) => id?.split('/').at(-1)));
}

function addressesOf(jettons: readonly Jetton[]): Set<string | undefined> {
  return new Set(jettons.map(({ metadata }) => toUserFriendly(metadata.address)));
}

test('contains the jettons of the list, newest first', async () => {
  const { jettons } = await service.client.call(operations.getJettons, {
    sort: 'liquidityUsd',
    order: 'asc',
    excludeScam: false,
    limit: 5,
  });
  const query = 'sort=liquidityUsd&order=asc&excludeScam=false&limit=5';
  const feed = await read(query);
  expect(idsOf(feed)).toEqual(addressesOf(jettons));
  const { entries = [], links } = feed;
  const times = entries.map(({ updated }) => updated ?? '');
  expect(times).toEqual(times.toSorted().toReversed());
  expect(links?.map(({ rel, href }) => [rel, href])).toEqual([
    ['self', `${baseUrl}/feeds/screen.atom?${query}`],
    ['alternate', `${baseUrl}/?sort=liquidityUsd&order=asc&excludeScam=false`],
  ]);
  expect(entries[0]?.links?.[0]?.href).toMatch(`${baseUrl}/jetton/`);
});

test('without parameters, it is the list of a link without parameters', async () => {
  const { jettons } = await service.client.call(operations.getJettons, { ...defaultList, limit: 100 });
  expect(idsOf(await read(''))).toEqual(addressesOf(jettons));
});

const ascending = (a: number, b: number) => a - b;

test('ages are relative to the time of the request', async () => {
  const { jettons } = await service.client.call(operations.getJettons, { limit: 100 });
  const times = jettons
    .flatMap(({ metadata }) => Date.parse(metadata.createdAt ?? '') || [])
    .toSorted(ascending);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  const seconds = (service.clock.getTime() - middle) / 1000;
  const created = async (query: string) =>
    (await read(`${query}&excludeScam=false&limit=100`)).entries?.map(({ updated }) =>
      Date.parse(updated ?? ''),
    ) ?? [];
  const [younger, older] = [await created(`age.max=${seconds}s`), await created(`age.min=${seconds}s`)];
  expect(younger.length).toBeGreaterThan(1);
  expect(older.length).toBeGreaterThan(1);
  expect(younger.toSorted(ascending)).toEqual(times.filter((time) => time >= middle));
  expect(older.toSorted(ascending)).toEqual(times.filter((time) => time <= middle));
  // The stricter bound applies.
  const late = new Date(middle + 1000).toISOString();
  expect(await created(`age.max=${seconds}s&createdAt.min=${late}`)).not.toContain(middle);
  expect(await created(`age.max=${seconds}s&createdAt.min=2000-01-01T00:00:00Z`)).toContain(middle);
  expect(await created('age.max=1h&age.min=2h')).toEqual([]);
  expect(await created('age.min=999999999999d')).toEqual([]);
  expect(await created('age.max=2w')).toEqual(await created('age.max=14d'));
  expect((await fetch(`${baseUrl}/feeds/screen.atom?age.max=soon`)).status).toBe(400);
});

test('ids and the entity tag stay the same after a restart', async () => {
  const restarted = await service.listen();
  const [before, after] = [await read('limit=50'), await read('limit=50', restarted)];
  expect(after.entries?.map(({ id }) => id)).toEqual(before.entries?.map(({ id }) => id));
  expect((await read('limit=50')).tag).toBe(before.tag);
  const response = await fetch(`${baseUrl}/feeds/screen.atom?limit=50`, {
    headers: { 'if-none-match': before.tag ?? '' },
  });
  expect(response.status).toBe(304);
});

test('untrusted names are text', async () => {
  const { text, entries = [] } = await read('limit=100');
  expect(text).not.toContain('<script>');
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\uFFFE\uFFFF\u202E]|\p{Cs}/u);
  expect(entries.some(({ title }) => title?.value?.includes(']]><script>&"\''))).toBe(true);
});

test('an empty list is a feed without entries', async () => {
  expect((await read('holders.min=9000000000000000000')).entries ?? []).toEqual([]);
});

test.each([
  ['limit=101', 'limit'],
  ['age.min=1h&createdAt.max=yesterday', 'createdAt.max'],
  ['age.max=1h&createdAt.min=2026-01-01T00:00:00Z&createdAt.min=2026-01-02T00:00:00Z', 'createdAt.min'],
])('%s is refused', async (query, name) => {
  const invalid = await fetch(`${baseUrl}/feeds/screen.atom?${query}`);
  expect(invalid.status).toBe(400);
  expect(invalid.headers.get('jetscope-invalid-parameters')).toBe(name);
});

test('unknown parameters are named', async () => {
  const unknown = await fetch(`${baseUrl}/feeds/screen.atom?color=red`);
  expect(unknown.headers.get('jetscope-ignored-parameters')).toBe('color');
});
