import { expect, test } from 'vitest';
import type { SortableRow } from '#web/list/sort-rows.ts';
import { countMovedRows } from './use-rerank.ts';

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
