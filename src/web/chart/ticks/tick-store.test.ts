import { array, assert, bigInt, integer, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { TickStore } from './tick-store.ts';
import type { Tick } from './ticks.ts';

const tick = tuple(integer({ min: 0, max: 40 }), bigInt({ min: 0n, max: 4n })).map(
  ([time, lt]): Tick => ({
    time,
    lt,
    // The same tick has the same price, however often it comes.
    prices: { counterpart: time + Number(lt) / 10, ton: Number.NaN, usd: 1 },
  }),
);

function rows(store: TickStore): string[] {
  const { time, prices, length } = store.columns;
  return Array.from({ length }, (_, place) =>
    [time[place], prices.counterpart[place], prices.ton[place], prices.usd[place]].join(' '),
  );
}

test('ticks stand in their order, each once, however they came', () => {
  assert(
    property(array(record({ page: array(tick), isAsked: integer({ min: 0, max: 1 }) })), (pages) => {
      const store = new TickStore();
      for (const { page, isAsked } of pages) {
        store.add(page);
        if (isAsked) rows(store);
      }
      const known = new Map(pages.flatMap(({ page }) => page).map((one) => [`${one.time} ${one.lt}`, one]));
      const expected = [...known.values()]
        .toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt))
        .map(({ time, prices }) => [time, prices.counterpart, prices.ton, prices.usd].join(' '));
      expect(rows(store)).toEqual(expected);
    }),
  );
});
