import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

async function load(value: unknown) {
  stored.set('jetscope.recent-searches', JSON.stringify(value));
  const { useRecentSearches } = await import('./found-item.ts');
  return useRecentSearches.getState().recent;
}

const searchAt = (index: number) => ({
  address: `0:${String(index).repeat(64)}`,
  title: `T${index}`,
  name: `Name ${index}`,
});

test('invalid stored searches are dropped one by one', async () => {
  const invalid = [null, 5, { ...searchAt(2), address: 'nowhere' }, { ...searchAt(3), title: 7 }];
  expect(await load({ recent: [searchAt(0), ...invalid, searchAt(1)] })).toEqual([searchAt(0), searchAt(1)]);
});

test('at most six stored searches are read, the latest ones', async () => {
  const many = [0, 1, 2, 3, 4, 5, 6, 7].map(searchAt);
  expect(await load({ recent: many })).toEqual(many.slice(0, 6));
});

test.each([[null], [[]], ['text'], [{ recent: 'text' }]])('%j has no searches', async (value) => {
  expect(await load(value)).toEqual([]);
});
