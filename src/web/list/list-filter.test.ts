import { expect, test } from 'vitest';
import { apiFilterAt, type ListFilter } from './list-filter.ts';

const now = new Date('2026-01-29T07:50:00Z');

test.each<[ListFilter, object | undefined]>([
  [{ sort: 'holders' }, { sort: 'holders' }],
  [{ ranges: { age: { max: '86400' } } }, { createdAt: { min: '2026-01-28T07:50:00.000Z' } }],
  [{ ranges: { age: { max: '86399.999' } } }, { createdAt: { min: '2026-01-28T07:50:00.001Z' } }],
  [{ ranges: { age: { min: '3600' } } }, { createdAt: { max: '2026-01-29T06:50:00.000Z' } }],
  [
    { ranges: { age: { min: '3600', max: '86400' }, createdAt: { min: '1769644800' } } },
    { createdAt: { min: '2026-01-29T00:00:00.000Z', max: '2026-01-29T06:50:00.000Z' } },
  ],
  [{ ranges: { age: { max: '3600' }, createdAt: { max: '1769644800' } } }, undefined],
  [{ ranges: { age: { max: '9'.repeat(40) } } }, { createdAt: { min: '0000-01-01T00:00:00.000Z' } }],
])('%j', (filter, expected) => {
  expect(apiFilterAt(filter, now)).toEqual(expected);
});
