import { expect, test } from 'vitest';
import { parseRetryAfter } from './errors.ts';

const now = Date.parse('2026-01-29T07:50:00Z');

test.each([
  ['7', 7000],
  ['0', 0],
  ['Thu, 29 Jan 2026 07:50:09 GMT', 9000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('a Retry-After header of %j is a delay of %j milliseconds', (header, delay) => {
  expect(parseRetryAfter(header, now)).toBe(delay);
});
