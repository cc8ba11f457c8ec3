import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Store } from '#service/store/database.ts';
import { currentSchema, isCompatibleSchema } from '#service/store/migrations.ts';
import { eventually } from '#testing/eventually.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { Readiness } from './readiness.ts';

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
