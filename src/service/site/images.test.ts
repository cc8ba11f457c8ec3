import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
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
      return { dark: `<svg id="dark"/>`, light: `<svg id="light"/>` };
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

test('images are rendered again after the data is replaced', async () => {
  const app = await build();
  const url = `/previews/${addressOf('a')}/dark.svg`;
  await app.inject(url);
  await replaceData(store, { source: 'imported', stables: [] }, async () => undefined);
  await eventually(async () => {
    await app.inject(url);
    expect(rendered).toHaveLength(2);
  });
  await app.close();
});
