import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorBodyOf } from '#contract/errors.ts';
import { handlers } from '#service/operations/handlers.ts';
import { jettonImageRoute } from '#service/operations/jetton-images.ts';
import { previewImageRoutes } from '#service/operations/preview.ts';
import type { Store } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/test-store.ts';

const PRICE = `/v1/jettons/${addressOf('a')}/price`;
const PREVIEW = `/previews/${addressOf('a')}/price-week-dark.svg`;

let store: Store;
/** Thrown by every access to the store. */
let failure: Error | undefined;
let log: string[];
let app: FastifyInstance;

beforeAll(async () => {
  store = await openTestStore();
  await importFiles(store, smallDataset());
});
afterAll(() => store.close());

beforeEach(async () => {
  failure = undefined;
  log = [];
  const failing: Store = {
    ...store,
    get db() {
      if (failure) throw failure;
      return store.db;
    },
    read: async (work) => {
      if (failure) throw failure;
      return await store.read(work);
    },
  };
  app = await buildHttpApp({
    service: serviceOf({ AS_OF: importClock.toISOString(), LOG_LEVEL: 'info' }, failing),
    handlers,
    imageRoutes: [...previewImageRoutes, jettonImageRoute],
    log: { write: (line) => log.push(line) },
  });
  return () => app.close();
});

async function get(url: string) {
  const { statusCode, headers, body } = await app.inject(url);
  return { status: statusCode, headers, body };
}

const messages = () => log.map((line) => JSON.parse(line).msg);

test('routes that need the store respond 503 with Retry-After, and the outage is logged once', async () => {
  failure = new StoreUnavailableError('connection refused');
  for (const url of [PRICE, '/status', PREVIEW, `/social-card/${addressOf('a')}.png`]) {
    const { status, headers, body } = await get(url);
    expect({ url, status, body: JSON.parse(body) }).toEqual({ url, status: 503, body: errorBodyOf(503) });
    expect(headers['retry-after']).toBe('5');
  }
  const { status, body } = await get('/healthz');
  expect({ status, body }).toEqual({ status: 200, body: '{"status":"unavailable"}' });
  expect(messages()).toEqual(['The store is unavailable']);
  expect(log[0]).toContain('connection refused');
});

test('the end of the outage is logged', async () => {
  failure = new StoreUnavailableError('restarting');
  await get(PRICE);
  failure = undefined;
  expect([(await get(PRICE)).status, (await get(PRICE)).status]).toEqual([200, 200]);
  expect(messages()).toEqual(['The store is unavailable', 'The store is available again']);
  expect(JSON.parse(log[1] ?? '')).toMatchObject({ seconds: 0 });
});

test('cached previews and the documentation stay available', async () => {
  const before = await get(PREVIEW);
  expect(before.status).toBe(200);
  failure = new StoreUnavailableError('restarting');
  expect(await get(PREVIEW)).toMatchObject({ status: 200, body: before.body });
  expect((await get(PREVIEW.replace('dark', 'light'))).status).toBe(200);
  expect((await get(PREVIEW.replace(addressOf('a'), addressOf('b')))).status).toBe(503);
  expect((await get('/docs')).status).toBe(200);
});

test('a repeated unexpected error is logged once', async () => {
  failure = new Error('disk\non fire');
  for (let count = 0; count < 3; count += 1) expect((await get(PRICE)).status).toBe(500);
  expect(messages()).toEqual(['Unexpected error']);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    err: { type: 'Error', message: 'disk\non fire' },
    route: '/v1/jettons/:address/price',
  });
});
