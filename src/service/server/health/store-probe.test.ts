import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '#service/store/database.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { StoreHealth } from './store-health.ts';
import { StoreProbe } from './store-probe.ts';

const limits = { maxAge: 20, wait: 20, unresponsive: 100 };

let store: Store;
/** Queries wait for this promise before they reach the store. */
let gate: Promise<void>;
let queries: number;
let log: string[];
let app: FastifyInstance;
let probe: StoreProbe;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

beforeEach(async () => {
  gate = Promise.resolve();
  queries = 0;
  log = [];
  app = await buildHttpApp({
    service: serviceOf({ LOG_LEVEL: 'info' }),
    log: { write: (line) => log.push(JSON.parse(line).msg) },
  });
  const execute: Store['db']['execute'] = ((query: never) => {
    queries += 1;
    return gate.then(() => store.db.execute(query));
  }) as never;
  const db = new Proxy(store.db, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
  });
  probe = new StoreProbe({ ...store, db }, new StoreHealth(app.log), limits);
});
afterEach(() => app.close());

test('concurrent callers share one query, whose result is cached', async () => {
  const results = Array.from({ length: 50 }, () => probe.isHealthy());
  expect(new Set(await Promise.all(results))).toEqual(new Set([true]));
  expect(queries).toBe(1);
  await delay(30);
  expect(await probe.isHealthy()).toBe(true);
  expect(queries).toBe(2);
});

test('a store that hangs counts as unavailable after a while, until it responds again', async () => {
  let release = () => {};
  gate = new Promise((resolve) => {
    release = resolve;
  });
  const start = performance.now();
  expect(await probe.isHealthy()).toBe(true);
  expect(performance.now() - start).toBeLessThan(timeLimit(1000));
  await eventually(async () => expect(await probe.isHealthy()).toBe(false));
  expect(performance.now() - start).toBeGreaterThan(100);
  expect(await probe.dataVersion()).toBe('');
  release();
  await eventually(async () => expect(await probe.isHealthy()).toBe(true));
  expect(log).toEqual(['The store is unavailable', 'The store is available again']);
});
