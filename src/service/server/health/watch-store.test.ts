import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handlers } from '#service/operations/handlers.ts';
import type { Store, StoreCondition } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { createStoreAccess } from './store-access.ts';
import { watchStore } from './watch-store.ts';

let store: Store;
/** Thrown by every access to the store. */
let failure: Error | undefined;
let condition: StoreCondition;
let lines: unknown[];

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  failure = undefined;
  condition = { state: 'ok' };
  lines = [];
  const watched: Store = {
    ...store,
    condition: () => condition,
    get db() {
      if (failure) throw failure;
      return store.db;
    },
  };
  const app = await buildHttpApp({
    service: serviceOf({ LOG_LEVEL: 'info' }, watched),
    handlers,
    log: {
      write: (line) => {
        const { msg, err, reason } = JSON.parse(line);
        lines.push([msg, ...[err?.message ?? reason ?? []].flat()]);
      },
    },
  });
  const stop = watchStore(watched, createStoreAccess(watched, app.log), app.log);
  return async () => {
    stop();
    await app.close();
  };
});
afterEach(() => void vi.useRealTimers());

/** Lets `seconds` pass, with real time for queries. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000);
    await store.db.execute('select 1');
  }
}

test('an outage is logged once when it starts and once when it ends, without requests', async () => {
  await pass(20);
  expect(lines).toEqual([]);
  failure = new StoreUnavailableError('connection refused');
  await pass(120);
  failure = undefined;
  await pass(20);
  expect(lines).toEqual([
    ['The store is unavailable', 'connection refused'],
    ['The store is available again'],
  ]);
});

test('a stopped engine is logged once', async () => {
  condition = { state: 'unavailable', reason: 'the engine stopped' };
  await pass(120);
  condition = { state: 'ok' };
  await pass(5);
  expect(lines).toEqual([
    ['The store is unavailable', 'the engine stopped'],
    ['The store is available again'],
  ]);
});

test('a read-only store is logged once', async () => {
  condition = { state: 'read-only', reason: 'the disk is full' };
  await pass(120);
  condition = { state: 'read-only', reason: 'the disk is fuller' };
  await pass(5);
  condition = { state: 'ok' };
  await pass(5);
  expect(lines).toEqual([['The store is read-only', 'the disk is full'], ['The store is writable again']]);
});
