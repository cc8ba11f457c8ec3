import { array, assert, bigInt, integer, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { TickStore } from './history-store.ts';
import type { Tick } from './ticks.ts';

const tick = tuple(integer({ min: 0, max: 40 }), bigInt({ min: 0n, max: 4n })).map(
  ([time, lt]): Tick => ({
    time,
    lt,
    // Equal ticks have equal prices.
    prices: { counterpart: time + Number(lt) / 10, ton: Number.NaN, usd: 1 },
  }),
);

function rows(store: TickStore): string[] {
  const [{ time, length, close: counterpart }, { close: ton }, { close: usd }] = [
    store.columns('counterpart'),
    store.columns('ton'),
    store.columns('usd'),
  ];
  return Array.from({ length }, (_, index) =>
    [time[index], counterpart[index], ton[index], usd[index]].join(' '),
  );
}

test('sorts ticks and removes duplicates, whatever the order of the pages', () => {
  assert(
    property(array(record({ page: array(tick), isRead: integer({ min: 0, max: 1 }) })), (pages) => {
      const store = new TickStore();
      for (const { page, isRead } of pages) {
        store.add(page);
        if (isRead) rows(store);
      }
      const unique = new Map(pages.flatMap(({ page }) => page).map((one) => [`${one.time} ${one.lt}`, one]));
      const expected = [...unique.values()]
        .toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt))
        .map(({ time, prices }) => [time, prices.counterpart, prices.ton, prices.usd].join(' '));
      expect(rows(store)).toEqual(expected);
    }),
  );
});
