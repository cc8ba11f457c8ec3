import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handlers } from '#service/operations/handlers.ts';
import type { Store, StoreCondition } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { openInMemoryStore, openTestStore } from '#testing/stores/test-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { createStoreAccess, type StoreAccess, StoreHealth, StoreProbe, watchStore } from './store-health.ts';

describe('StoreProbe', () => {
  const limits = { maxAge: 20, wait: 20, unresponsive: timeLimit(1000) };

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
    await eventually(async () => {
      expect(await probe.isHealthy()).toBe(true);
      expect(queries).toBe(2);
    });
  });

  test('a store that hangs counts as unavailable after a while, until it responds again', async () => {
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const start = performance.now();
    expect(await probe.isHealthy()).toBe(true);
    expect(performance.now() - start).toBeLessThan(limits.unresponsive);
    await eventually(async () => expect(await probe.isHealthy()).toBe(false));
    expect(performance.now() - start).toBeGreaterThan(limits.unresponsive);
    expect(await probe.dataVersion()).toBe('');
    release();
    await eventually(async () => expect(await probe.isHealthy()).toBe(true));
    expect(log).toEqual(['The store is unavailable', 'The store is available again']);
  });
});

describe('watchStore', () => {
  let store: Store;
  /** Thrown by every access to the store. */
  let failure: Error | undefined;
  let condition: StoreCondition;
  let lines: unknown[];
  let access: StoreAccess;
  let stop: () => void;

  beforeAll(async () => {
    // It has one session: a query of the test ends after those of the watch that began before it.
    store = await openInMemoryStore();
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
    access = createStoreAccess(watched, app.log);
    stop = watchStore(watched, access, app.log);
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

  test('work that outlasts the store of a stopping service is not logged as an outage', async () => {
    stop();
    failure = new StoreUnavailableError('the store is closed');
    const work = access.run(() => Promise.reject(failure));
    await expect(work).rejects.toThrow('the store is closed');
    expect(lines).toEqual([]);
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
});
