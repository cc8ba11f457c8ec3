import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoreCondition } from '#service/store/database.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { cacheRowCounts } from './status.ts';

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

  function counter(durationMs = 0) {
    let calls = 0;
    const countsOf = cacheRowCounts(async () => {
      calls += 1;
      const swaps = calls;
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
    await vi.advanceTimersByTimeAsync(1);
    expect(await swaps()).toBe(2);
  });

  test('counts new data immediately', async () => {
    const swaps = counter();
    expect([await swaps('one'), await swaps('two')]).toEqual([1, 2]);
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
    await vi.advanceTimersByTimeAsync(1);
    expect(await swaps()).toBe(2);
  });
});
