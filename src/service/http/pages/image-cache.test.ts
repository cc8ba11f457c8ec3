import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { NotFoundError } from '#service/service.ts';
import { replaceData } from '#service/store/replace-data.ts';
import type { Store } from '#service/store/store.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';

let store: Store;
/** Addresses that were drawn, and how many drawings there were at once. */
let drawn: string[];
let mostAtOnce: number;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(() => {
  drawn = [];
  mostAtOnce = 0;
});

async function build() {
  let atOnce = 0;
  const renderer = {
    name: 'preview',
    render: async (_service: unknown, address: string) => {
      drawn.push(address);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await store.db.execute(sql`select 1`);
      atOnce -= 1;
      if (address === addressOf('f')) throw new NotFoundError(address);
      return { dark: `<svg id="dark"/>`, light: `<svg id="light"/>` };
    },
  };
  const imageRoutes = ['dark', 'light'].map((variant) => ({
    path: `/previews/{address}/${variant}.svg`,
    renderer,
    variant,
  }));
  return buildHttpApp({ service: serviceOf({}, store), imageRoutes });
}

test('both colors of a jetton, however often asked for, are one drawing', async () => {
  const app = await build();
  const urls = ['dark', 'light', 'dark'].map((color) => `/previews/${addressOf('a')}/${color}.svg`);
  const ask = async () => Promise.all(urls.map(async (url) => (await app.inject(url)).body));
  const expected = ['<svg id="dark"/>', '<svg id="light"/>', '<svg id="dark"/>'];
  expect([await ask(), await ask()]).toEqual([expected, expected]);
  expect(drawn).toEqual([addressOf('a')]);
  await app.close();
});

test('different ones wait for each other', async () => {
  const app = await build();
  const urls = ['a', 'b', 'c', 'd'].map((letter) => `/previews/${addressOf(letter)}/dark.svg`);
  const answers = await Promise.all(urls.map((url) => app.inject(url)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect({ drawn: drawn.length, mostAtOnce }).toEqual({ drawn: 4, mostAtOnce: 1 });
  await app.close();
});

test('what is not there is 404 each time', async () => {
  const app = await build();
  for (let count = 0; count < 2; count += 1)
    expect((await app.inject(`/previews/${addressOf('f')}/dark.svg`)).statusCode).toBe(404);
  await app.close();
});

test('new data is drawn anew', async () => {
  const app = await build();
  const url = `/previews/${addressOf('a')}/dark.svg`;
  await app.inject(url);
  await replaceData(store, { source: 'imported', stables: [] }, async () => undefined);
  await vi.waitFor(
    async () => {
      await app.inject(url);
      expect(drawn).toHaveLength(2);
    },
    { timeout: 4000, interval: 100 },
  );
  await app.close();
});
