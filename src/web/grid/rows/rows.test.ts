import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { listedJetton } from '#testing/components/responses.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import type { JettonPage, ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { SortableRow } from '#web/list/measure-values.ts';
import { toggleSelected, useSelection } from './compared-rows.ts';
import { emptyRowList, extendRows, findMinimumEnd } from './loaded-rows.ts';
import { type AssignedRow, RowSlots } from './row-slots.ts';
import { countMovedRows } from './use-rerank.ts';

describe('loaded rows', () => {
  function row(address: string, trustScore: number): ListedJetton {
    const { identity } = listedJetton(0);
    return listedJetton(0, { identity: { ...identity, address }, trustScore });
  }

  function page(id: number, ...jettons: ListedJetton[]): JettonPage {
    return { id, jettons, next: undefined, loadedAt: 0 };
  }

  const first = page(1, row('a', 1), row('b', 2));
  const second = page(2, row('b', 3), row('c', 4));

  test('a jetton that occurs twice keeps its first position', () => {
    const { rows, pageOf, indexOf } = extendRows(emptyRowList, [first, second]);
    expect(rows.map(({ trustScore }) => trustScore)).toEqual([1, 2, 4]);
    expect(pageOf).toEqual([first, first, second]);
    expect([...indexOf]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  test('appending pages gives the same result as building from all pages; another list starts from scratch', () => {
    const previous = extendRows(emptyRowList, [first]);
    expect(extendRows(previous, [first, second])).toEqual(extendRows(emptyRowList, [first, second]));
    expect(extendRows(previous, [second]).rows).toEqual(second.jettons);
  });
});

describe('minimum end', () => {
  function row(address: string, holders: number): ListedJetton {
    const { identity } = listedJetton(0);
    return listedJetton(0, { identity: { ...identity, address }, holders: String(holders) });
  }

  const pages: JettonPage[] = [
    { id: 1, jettons: [row('a', 90), row('b', 70)], next: 'x', loadedAt: 0 },
    { id: 2, jettons: [row('c', 50), row('d', 30)], next: 'y', loadedAt: 0 },
  ];
  const list = extendRows(emptyRowList, pages);
  const none = () => undefined;

  test('shows all rows without a minimum', () => {
    expect(findMinimumEnd(list, { sort: 'holders' }, undefined, none)).toEqual({ count: 4, state: 'none' });
  });

  test.each([
    ['20', 4, 'none'],
    ['30', 4, 'none'],
    ['31', 3, 'reached'],
    ['70', 2, 'reached'],
    ['100', 0, 'reached'],
  ])('a minimum of %s ends the list after %i rows', (floor, count, state) => {
    expect(findMinimumEnd(list, { sort: 'holders' }, floor, none)).toEqual({ count, state });
  });

  function day(usd: string): Activity {
    const volume24h = { value: usd, decimals: 0 };
    const volume = { current: volume24h, percent: 0, calculatedAt: '2026-01-29T07:50:00Z' };
    return { ton: {}, usd: {}, transactions: {}, traders: {}, volume: { day: volume }, volume24h };
  }

  test('ends before the first row whose value is not loaded', () => {
    const loaded = new Map([
      ['a', day('900')],
      ['b', day('800')],
    ]);
    const activityOf = (_: JettonPage, address: string) => loaded.get(address);
    expect(findMinimumEnd(list, { sort: 'volume24h' }, '100', activityOf)).toEqual({
      count: 2,
      state: 'loading',
    });
  });
});

describe('row slots', () => {
  const keyOf = (row: string) => row;

  /** Visible ranges of a list, each with whether it was reached by a fast scroll. */
  const steps = fc.array(
    fc.record({
      first: fc.integer({ min: 0, max: 60 }),
      count: fc.integer({ min: 0, max: 20 }),
      isFastScroll: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  );

  interface Step {
    readonly rows: readonly string[];
    readonly isFastScroll: boolean;
    readonly previous: readonly AssignedRow<string>[];
    readonly assigned: readonly AssignedRow<string>[];
  }

  function scrollThrough(all: readonly { first: number; count: number; isFastScroll: boolean }[]): Step[] {
    const slots = new RowSlots();
    let previous: readonly AssignedRow<string>[] = [];
    return all.map(({ first, count, isFastScroll }) => {
      const rows = Array.from({ length: count }, (_, offset) => `row ${first + offset}`);
      const step = { rows, isFastScroll, previous, assigned: slots.assign(rows, keyOf, isFastScroll) };
      expect(slots.assign(rows, keyOf, isFastScroll)).toEqual(step.assigned);
      previous = step.assigned;
      return step;
    });
  }

  function slotsOf(assigned: readonly AssignedRow<string>[]): number[] {
    return assigned.map(({ slot }) => slot);
  }

  describe('RowSlots', () => {
    it('assigns every row to exactly one slot, which it keeps', () => {
      fc.assert(
        fc.property(steps, (all) => {
          for (const { rows, previous, assigned } of scrollThrough(all)) {
            expect(assigned.map(({ row }) => row).toSorted()).toEqual(rows.toSorted());
            expect(new Set(slotsOf(assigned)).size).toBe(rows.length);
            const stayed = previous.filter(({ row }) => rows.includes(row));
            expect(assigned).toEqual(expect.arrayContaining(stayed));
          }
        }),
      );
    });

    it('keeps slots in row order and reuses none without a fast scroll', () => {
      fc.assert(
        fc.property(steps, (all) => {
          for (const { rows, isFastScroll, previous, assigned } of scrollThrough(all)) {
            if (isFastScroll) continue;
            expect(assigned.map(({ row }) => row)).toEqual(rows);
            const stayed = previous.filter(({ row }) => rows.includes(row)).length;
            expect(slotsOf(assigned).filter((slot) => slotsOf(previous).includes(slot))).toHaveLength(stayed);
          }
        }),
      );
    });

    it('moves no slot in a fast scroll and creates as few as possible', () => {
      fc.assert(
        fc.property(steps, (all) => {
          for (const { rows, isFastScroll, previous, assigned } of scrollThrough(all)) {
            if (!isFastScroll) continue;
            const reused = slotsOf(assigned).filter((slot) => slotsOf(previous).includes(slot));
            expect(reused).toEqual(slotsOf(previous).filter((slot) => reused.includes(slot)));
            expect(reused).toHaveLength(Math.min(rows.length, previous.length));
          }
        }),
      );
    });
  });
});

describe('use rerank', () => {
  function rows(...counts: (string | undefined)[]): SortableRow[] {
    return counts.map((holders, index) => ({
      jetton: {
        identity: { address: String(index), name: '', symbol: '' },
        verification: 'JVS_NONE',
        ...(holders === undefined ? {} : { holders }),
      },
      activity: 'unavailable',
    }));
  }

  test('sorted rows do not move, and rows of equal value keep their position', () => {
    expect(countMovedRows(rows('9', '5', '5', '1', undefined), { sort: 'holders' }, 'desc')).toBe(0);
    expect(countMovedRows(rows('1', '5', '5', '9', undefined), { sort: 'holders' }, 'asc')).toBe(0);
  });

  test('counts every row that would change position', () => {
    expect(countMovedRows(rows('9', '1', '5'), { sort: 'holders' }, 'desc')).toBe(2);
    expect(countMovedRows(rows(undefined, '5', '1'), { sort: 'holders' }, 'desc')).toBe(3);
  });

  test('returns 0 while a value of the sort field is not loaded', () => {
    expect(countMovedRows(rows('1', '9'), { sort: 'volume24h' }, 'desc')).toBe(0);
  });
});

describe('compared rows', () => {
  test('selects at most six rows, and toggling again deselects a row', () => {
    for (const address of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) toggleSelected(address);
    expect(useSelection.getState().addresses).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    toggleSelected('b');
    toggleSelected('g');
    expect(useSelection.getState().addresses).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
  });
});
