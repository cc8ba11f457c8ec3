import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handlers } from '#service/operations/handlers.ts';
import type { Store, StoreCondition } from '#service/store/database.ts';
import { currentSchema, isCompatibleSchema } from '#service/store/migrations.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { openInMemoryStore, openTestStore } from '#testing/stores/test-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { Readiness } from './readiness.ts';
import { cacheRowCounts } from './status.ts';
import {
  createStoreAccess,
  type StoreAccess,
  StoreHealth,
  StoreProbe,
  ThrottledQuery,
  watchStore,
} from './store-health.ts';

/** Queries are not shared, and may take their time. */
const limits = { maxAge: 0, wait: timeLimit(10_000) };

/** The store, whose queries first wait for `gate`. */
function delayed(store: Store, gate: () => Promise<void>): Store {
  const execute: Store['db']['execute'] = ((query: never) =>
    gate().then(() => store.db.execute(query))) as never;
  const db = new Proxy(store.db, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
  });
  return { ...store, db };
}

describeOnEachStore('readiness', (openEmptyStore) => {
  test('a service with a current schema is ready, without a rate limit', async () => {
    const app = await buildHttpApp({ service: serviceOf({ RATE_LIMIT: '1' }, await openEmptyStore()) });
    for (let count = 0; count < 5; count += 1) {
      const { statusCode, body, headers } = await app.inject('/readyz');
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: '{"ready":true}' });
      expect(headers['cache-control']).toBe('no-store');
    }
    await app.close();
  });

  test('the schemas of the next release and of the oldest known one are compatible, others are not', async () => {
    const store = await openEmptyStore();
    const readiness = new Readiness(store, 60, limits);
    expect(await readiness.check()).toBeUndefined();
    const add = sql`insert into migration (hash, created_at) values ('newer', 9e12)`;
    await store.db.execute(add);
    expect(await readiness.check()).toBeUndefined();
    await store.db.execute(add);
    expect(await readiness.check()).toMatch(/schema/);
    await store.db.execute(sql`delete from migration where hash = 'newer'`);
    expect(await readiness.check()).toBeUndefined();
  });
});

test('compatible schemas', () => {
  const compatible = [5, 6, 7, 8, 9, 10].filter((version) => isCompatibleSchema(version, 8, 7));
  expect(compatible).toEqual([7, 8, 9]);
  expect(isCompatibleSchema(currentSchema)).toBe(true);
});

test('a service that is stopping is not ready, but alive', async () => {
  const store = await openTestStore();
  const readiness = new Readiness(store, 60);
  const app = await buildHttpApp({ service: serviceOf({}, store), readiness });
  readiness.stop();
  const { statusCode, body } = await app.inject('/readyz');
  expect({ statusCode, body }).toEqual({
    statusCode: 503,
    body: '{"ready":false,"reason":"the service is stopping"}',
  });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
  await store.close();
});

test('a service whose store fails or hangs is not ready until it responds again', async () => {
  const store = await openTestStore();
  let release = () => {};
  let gate = Promise.resolve();
  const readiness = new Readiness(
    delayed(store, () => gate),
    60,
    { ...limits, wait: 50 },
  );
  gate = Promise.reject(new Error('connection refused'));
  expect(await readiness.check()).toBe('the store does not respond');
  gate = new Promise((resolve) => {
    release = resolve;
  });
  expect(await readiness.check()).toBe('the store does not respond');
  release();
  await eventually(async () => expect(await readiness.check()).toBeUndefined());
  await store.close();
});

test('a replica that is too far behind is not ready', async () => {
  const store = await openTestStore();
  const lagging = new Proxy(store.db, {
    get: (target, name) =>
      name === 'execute'
        ? async () => ({ rows: [{ schemaVersion: currentSchema, lagSeconds: 61 }] })
        : Reflect.get(target, name, target),
  });
  const check = (maxLag: number) => new Readiness({ ...store, db: lagging }, maxLag, limits).check();
  expect(await check(60)).toBe('the replica is too far behind');
  expect(await check(61)).toBeUndefined();
  await store.close();
});

describeOnEachStore('status', (openEmptyStore) => {
  test('of an empty store, with the wall clock', async () => {
    const app = await buildHttpApp({ service: serviceOf({}, await openEmptyStore()) });
    const { statusCode, headers, body } = await app.inject('/status');
    expect({ status: statusCode, body: JSON.parse(body) }).toEqual({
      status: 200,
      body: {
        source: 'none',
        clock: '2026-01-29T07:50:00.000Z',
        clockFixed: false,
        counts: { jettons: 0, pools: 0, swaps: 0 },
        version: '1.2.3',
        feeds: [],
      },
    });
    expect(headers['cache-control']).toBe('no-cache');
    await app.close();
  });

  test('of imported data, with a fixed clock; new data is reported immediately', async () => {
    const store = await openEmptyStore();
    const app = await buildHttpApp({ service: serviceOf({ AS_OF: '2026-01-29T07:50:00Z' }, store) });
    for (const pools of [2, 3]) {
      await replaceData(store, { source: 'imported', stables: [] }, async ({ db }) => {
        await db.execute(
          sql`INSERT INTO pool (id, address, exchange, type, asset0, asset1)
              SELECT id, 'pool ' || id, 'stonfi', 'x', 0, 1 FROM generate_series(1, ${pools}::int) id`,
        );
        await db.execute(
          sql`insert into fx (code, date, rate) values
              ('eur', '2025-12-04', 0.8), ('eur', '2026-01-30', 0.8), ('ton', '2026-01-29', 0.5)`,
        );
      });
      const { body } = await app.inject('/status');
      expect(JSON.parse(body)).toMatchObject({
        source: 'imported',
        clockFixed: true,
        ratesDate: '2025-12-04',
        counts: { jettons: 0, pools, swaps: 0 },
      });
    }
    await app.close();
  });

  test('health of a read-only store', async () => {
    const condition = (): StoreCondition => ({ state: 'read-only', reason: 'the disk of /secret is full' });
    const store = { ...(await openEmptyStore()), condition };
    const app = await buildHttpApp({ service: serviceOf({}, store) });
    const { statusCode, body } = await app.inject('/healthz');
    expect({ status: statusCode, body }).toEqual({ status: 200, body: '{"status":"read-only"}' });
    await app.close();
  });

  test('health', async () => {
    const app = await buildHttpApp({ service: serviceOf({}, await openEmptyStore()) });
    const { statusCode, headers, body } = await app.inject('/healthz');
    expect({ status: statusCode, body, cache: headers['cache-control'] }).toEqual({
      status: 200,
      body: '{"status":"ok"}',
      cache: 'no-cache',
    });
    await app.close();
  });
});

describe('cacheRowCounts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function counter(durationMs = 0, failing: readonly number[] = []) {
    let calls = 0;
    const countsOf = cacheRowCounts(async () => {
      calls += 1;
      const swaps = calls;
      if (failing.includes(calls)) throw new Error('the store is down');
      await vi.advanceTimersByTimeAsync(durationMs);
      return { jettons: 0, pools: 0, swaps };
    });
    return async (version = 'one') => (await countsOf(version)).swaps;
  }

  test('caches counts for a few seconds, then recounts in the background', async () => {
    const swaps = counter();
    expect([await swaps(), await swaps()]).toEqual([1, 1]);
    vi.advanceTimersByTime(5001);
    expect(await swaps()).toBe(1);
    await vi.advanceTimersByTimeAsync(1999);
    expect(await swaps()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await swaps()).toBe(2);
  });

  test('counts again after a failure', async () => {
    const swaps = counter(0, [2]);
    await swaps();
    vi.advanceTimersByTime(5001);
    expect(await swaps()).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await swaps()).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await swaps()).toBe(3);
  });

  test('counts new data immediately, and not those before again', async () => {
    const swaps = counter();
    expect([await swaps('one'), await swaps('two')]).toEqual([1, 2]);
    vi.advanceTimersByTime(5001);
    expect([await swaps('two'), await swaps('three')]).toEqual([2, 3]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await swaps('three')).toBe(3);
  });

  test('concurrent callers share one count', async () => {
    const swaps = counter();
    expect(await Promise.all([swaps(), swaps(), swaps()])).toEqual([1, 1, 1]);
  });

  test('a count that takes a second is cached for minutes', async () => {
    const swaps = counter(1000);
    await swaps();
    vi.advanceTimersByTime(199_000);
    expect(await swaps()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await swaps()).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(await swaps()).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await swaps()).toBe(2);
  });
});

describe('ThrottledQuery', () => {
  const wait = timeLimit(10_000);

  test('concurrent and immediate callers share one query', async () => {
    let queries = 0;
    const query = new ThrottledQuery(async () => ++queries, { maxAge: 60_000, wait });
    expect(await Promise.all([query.read(), query.read()])).toEqual([1, 1]);
    expect(await query.read()).toBe(1);
  });

  test('a result is not repeated after its maximum age', async () => {
    let queries = 0;
    const query = new ThrottledQuery(async () => ++queries, { maxAge: 0, wait });
    expect(await query.read()).toBe(1);
    expect(await query.read()).toBe(2);
  });

  test('a query without an answer delays callers for a limited time, and is not repeated', async () => {
    let queries = 0;
    const hanging = () => {
      queries += 1;
      return new Promise<void>(() => undefined);
    };
    const query = new ThrottledQuery(hanging, { maxAge: 0, wait: 1 });
    expect(await query.read()).toBeUndefined();
    expect(await query.read()).toBeUndefined();
    expect(queries).toBe(1);
  });

  test('callers learn of errors', async () => {
    const query = new ThrottledQuery(() => Promise.reject(new Error('syntax error')), { maxAge: 0, wait });
    await expect(query.read()).rejects.toThrow('syntax error');
  });
});

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
