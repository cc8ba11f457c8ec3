import { expect, test } from 'vitest';
import { formatAge, formatDateTime, formatDateTimeWithSeconds } from './format-time.ts';

const now = new Date('2026-01-29T07:50:00Z');

test.each([
  ['2026-01-29T07:50:00Z', '0 s'],
  ['2026-01-29T07:49:01Z', '59 s'],
  ['2026-01-29T07:47:00Z', '3 min'],
  ['2026-01-29T05:49:00Z', '2 h'],
  ['2026-01-21T04:00:00Z', '8 d'],
  ['2024-01-21T04:00:00Z', '2 y'],
  ['2026-01-29T08:00:00Z', '0 s'],
])('formats the age of %s as %s', (time, age) => {
  expect(formatAge(new Date(time), now)).toBe(age);
});

test('formats times in UTC', () => {
  expect(formatDateTime(now)).toBe('2026-01-29 07:50');
  expect(formatDateTimeWithSeconds(now)).toBe('2026-01-29 07:50:00');
});
