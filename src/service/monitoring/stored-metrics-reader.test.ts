import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Store } from '#service/store/database.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { StoredMetricsReader } from './stored-metrics-reader.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

function observe(): { db: Store['db']; executed: ReturnType<typeof vi.fn> } {
  const executed = vi.spyOn(store.db, 'execute');
  executed.mockClear();
  return { db: store.db, executed };
}

test('concurrent and immediate scrapes share one query', async () => {
  const { db, executed } = observe();
  const reader = new StoredMetricsReader({ db }, { maxAge: 60_000, wait: 10_000 });
  await Promise.all([reader.read(), reader.read()]);
  expect(await reader.read()).toMatchObject({ feeds: [] });
  expect(executed).toHaveBeenCalledTimes(1);
});

test('a result is not repeated after its maximum age', async () => {
  const { db, executed } = observe();
  const reader = new StoredMetricsReader({ db }, { maxAge: 0, wait: 10_000 });
  await reader.read();
  await reader.read();
  expect(executed).toHaveBeenCalledTimes(2);
});

test('a store that does not respond delays a scrape for a limited time', async () => {
  const { db, executed } = observe();
  executed.mockReturnValueOnce(new Promise(() => undefined));
  const reader = new StoredMetricsReader({ db }, { maxAge: 0, wait: 1 });
  expect(await reader.read()).toBeUndefined();
  expect(await reader.read()).toBeUndefined();
  expect(executed).toHaveBeenCalledTimes(1);
});

test('other errors are reported', async () => {
  const { db, executed } = observe();
  executed.mockRejectedValueOnce(new Error('syntax error'));
  const reader = new StoredMetricsReader({ db });
  await expect(reader.read()).rejects.toThrow('syntax error');
});
