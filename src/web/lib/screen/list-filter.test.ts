import { expect, test } from 'vitest';
import { filterAt, type ListFilter } from './list-filter.ts';

const now = new Date('2026-01-29T07:50:00Z');

test.each<[ListFilter, object | undefined]>([
  [{ sort: 'holders' }, { sort: 'holders' }],
  [{ age: { max: '86400' } }, { createdAt: { min: '2026-01-28T07:50:00.000Z' } }],
  [{ age: { max: '86399.999' } }, { createdAt: { min: '2026-01-28T07:50:00.001Z' } }],
  [{ age: { min: '3600' } }, { createdAt: { max: '2026-01-29T06:50:00.000Z' } }],
  [
    { age: { min: '3600', max: '86400' }, createdAt: { min: '2026-01-29T00:00:00Z' } },
    { createdAt: { min: '2026-01-29T00:00:00.000Z', max: '2026-01-29T06:50:00.000Z' } },
  ],
  [{ age: { max: '3600' }, createdAt: { max: '2026-01-29T00:00:00Z' } }, undefined],
  [{ age: { max: '9'.repeat(40) } }, { createdAt: { min: '0000-01-01T00:00:00.000Z' } }],
])('%j', (filter, expected) => {
  expect(filterAt(filter, now)).toEqual(expected);
});
