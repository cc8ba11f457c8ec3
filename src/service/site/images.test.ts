import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { Clock } from '#service/config/context.ts';
import type { ImageRenderer } from '#service/operations/jetton-images.ts';
import { previewVersions } from '#service/operations/preview.ts';
import type { Store } from '#service/store/database.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openInMemoryStore } from '#testing/stores/test-store.ts';

let store: Store;
/** Rendered addresses, and the most that were rendered at the same time. */
let rendered: string[];
let maxConcurrent: number;

beforeAll(async () => {
  store = await openInMemoryStore();
});
afterAll(() => store.close());
beforeEach(() => {
  rendered = [];
  maxConcurrent = 0;
});

async function build() {
  let concurrent = 0;
  const renderer = {
    name: 'preview',
    render: async (_service: unknown, address: string) => {
      rendered.push(address);
      concurrent += 1;
      maxConcurrent = Math.max(maxConcurrent, concurrent);
      await store.db.execute(sql`select 1`);
      concurrent -= 1;
      if (address === addressOf('f')) throw new NotFoundError(address);
      return { variants: { dark: `<svg id="dark"/>`, light: `<svg id="light"/>` } };
    },
  };
  const imageRoutes = ['dark', 'light'].map((variant) => ({
    path: `/previews/{address}/${variant}.svg`,
    renderer,
    variant,
    sprite: { path: `/previews/sprites/${variant}.svg`, width: 120, height: 32 },
  }));
  return buildHttpApp({ service: serviceOf({}, store), imageRoutes });
}

test('all colors of a jetton are rendered once', async () => {
  const app = await build();
  const urls = ['dark', 'light', 'dark'].map((color) => `/previews/${addressOf('a')}/${color}.svg`);
  const getAll = async () => Promise.all(urls.map(async (url) => (await app.inject(url)).body));
  const expected = ['<svg id="dark"/>', '<svg id="light"/>', '<svg id="dark"/>'];
  expect([await getAll(), await getAll()]).toEqual([expected, expected]);
  expect(rendered).toEqual([addressOf('a')]);
  await app.close();
});

test('images of different jettons are rendered one at a time', async () => {
  const app = await build();
  const urls = ['a', 'b', 'c', 'd'].map((letter) => `/previews/${addressOf(letter)}/dark.svg`);
  const responses = await Promise.all(urls.map((url) => app.inject(url)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect({ count: rendered.length, maxConcurrent }).toEqual({ count: 4, maxConcurrent: 1 });
  await app.close();
});

test('images of several jettons are in one, each with a view, without those of unknown jettons', async () => {
  const app = await build();
  await app.inject(`/previews/${addressOf('a')}/dark.svg`);
  const [a, b] = ['a', 'b'].map((letter) => toUserFriendly(addressOf(letter)));
  const addresses = [a, addressOf('f'), b, a].join(',');
  const { headers, body } = await app.inject(`/previews/sprites/dark.svg?address=${addresses}`);
  expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=60' });
  expect(body).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 96">' +
      `<view id="${a}" viewBox="0 0 120 32"/><svg y="0" width="120" height="32" id="dark"/>` +
      `<view id="${b}" viewBox="0 64 120 32"/><svg y="64" width="120" height="32" id="dark"/></svg>`,
  );
  expect(rendered.toSorted()).toEqual(['a', 'b', 'f'].map(addressOf));
  await app.close();
});

test.each([
  '',
  '?address=',
  '?address=x',
  `?address=${addressOf('a')},`,
  `?address=${Array<string>(26).fill(addressOf('a')).join(',')}`,
])('an image of several jettons needs 1 to 25 addresses: %s', async (query) => {
  const app = await build();
  expect((await app.inject(`/previews/sprites/dark.svg${query}`)).statusCode).toBe(400);
  expect(rendered).toEqual([]);
  await app.close();
});

test('an unknown jetton is 404 on every request', async () => {
  const app = await build();
  for (let count = 0; count < 2; count += 1)
    expect((await app.inject(`/previews/${addressOf('f')}/dark.svg`)).statusCode).toBe(404);
  await app.close();
});

describe('an image of several jettons with a version', () => {
  const QUARTER = 15 * 60_000;
  const addresses = ['a', 'b'].map(addressOf);
  const IMMUTABLE = 'public, max-age=31536000, immutable';
  const SHORT = 'public, max-age=60';
  let now: Date;
  let markets: string[];
  beforeEach(() => {
    now = new Date('2026-01-29T07:50:00Z');
    markets = ['1', '2'];
  });

  /** Serves images that show the time and their source. */
  async function buildVersioned(clock: Clock = { fixed: false, now: () => now }) {
    const render: ImageRenderer['render'] = async (context, address) => {
      const source = markets[addresses.indexOf(address)];
      const text = `${context.clock.now().toISOString().slice(11, 16)} ${source}`;
      return { variants: { dark: `<svg id="${text}"/>` }, source };
    };
    const route = {
      path: '/previews/{address}/dark.svg',
      renderer: { name: 'preview', render, versions: previewVersions },
      variant: 'dark',
      sprite: { path: '/previews/sprites/dark.svg', width: 120, height: 32 },
    };
    const app = await buildHttpApp({ service: { ...serviceOf({}, store), clock }, imageRoutes: [route] });
    onTestFinished(() => app.close());
    return async (version: string) => {
      const { headers, body } = await app.inject(
        `/previews/sprites/dark.svg?address=${addresses.join(',')}&v=${version}`,
      );
      const ids = Array.from(body.matchAll(/ id="(\d[^"]*)"/g), ([, id]) => id);
      return { cacheControl: headers['cache-control'], ids };
    };
  }

  test('never changes, and is that of its time also after a newer one', async () => {
    const get = await buildVersioned();
    const version = previewVersions.versionOf(new Date('2026-01-29T07:45:00Z'), markets);
    const expected = { cacheControl: IMMUTABLE, ids: ['07:45 1', '07:45 2'] };
    expect(await get(version)).toEqual(expected);
    now = new Date(now.getTime() + QUARTER);
    expect(await get(version)).toEqual(expected);
  });

  test.each([
    ['long ago', '2026-01-29T07:15:00Z'],
    ['the future', '2026-01-29T08:00:00Z'],
    ['other data', '2026-01-29T07:45:00Z', '3'],
  ])('of %s is the present one for a minute', async (_, time, market = '2') => {
    const get = await buildVersioned();
    const version = previewVersions.versionOf(new Date(time), ['1', market]);
    expect(await get(version)).toEqual({ cacheControl: SHORT, ids: ['07:50 1', '07:50 2'] });
  });

  test('has no other content after the data has changed', async () => {
    const get = await buildVersioned();
    const version = previewVersions.versionOf(new Date('2026-01-29T07:45:00Z'), markets);
    markets = ['1', '9'];
    expect(await get(version)).toEqual({ cacheControl: SHORT, ids: ['07:50 1', '07:50 9'] });
  });

  test('is of the fixed time of a service', async () => {
    const get = await buildVersioned({ fixed: true, now: () => now });
    expect(await get(previewVersions.versionOf(now, markets))).toEqual({
      cacheControl: IMMUTABLE,
      ids: ['07:50 1', '07:50 2'],
    });
  });

  test.each(['', 'x', '.', 'Infinity', `${'z'.repeat(500)}.a`])('%j is no version', async (version) => {
    const get = await buildVersioned();
    expect((await get(version)).cacheControl).toBe(SHORT);
  });
});

test('images are rendered again after the data is replaced', async () => {
  const app = await build();
  const url = `/previews/${addressOf('a')}/dark.svg`;
  await app.inject(url);
  await replaceData(store, { source: 'imported', stables: [] });
  await eventually(async () => {
    await app.inject(url);
    expect(rendered).toHaveLength(2);
  });
  await app.close();
});
