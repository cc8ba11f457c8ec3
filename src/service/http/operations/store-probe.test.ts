import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '#service/store/store.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { StoreHealth } from './store-health.ts';
import { StoreProbe } from './store-probe.ts';

const limits = { fresh: 20, wait: 20, silence: 100 };

let store: Store;
/** What queries wait for before they reach the store, and how many there were. */
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

test('any number of callers is one question for a while', async () => {
  const answers = Array.from({ length: 50 }, () => probe.isHealthy());
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]));
  expect(queries).toBe(1);
  await delay(30);
  expect(await probe.isHealthy()).toBe(true);
  expect(queries).toBe(2);
});

test('a store that hangs is healthy for some time, then not, until it answers again', async () => {
  let release = () => {};
  gate = new Promise((resolve) => {
    release = resolve;
  });
  const start = performance.now();
  expect(await probe.isHealthy()).toBe(true);
  expect(performance.now() - start).toBeLessThan(1000);
  await vi.waitFor(async () => expect(await probe.isHealthy()).toBe(false));
  expect(performance.now() - start).toBeGreaterThan(100);
  expect(await probe.dataVersion()).toBe('');
  release();
  await vi.waitFor(async () => expect(await probe.isHealthy()).toBe(true));
  expect(log).toEqual(['store unavailable', 'store available again']);
});
