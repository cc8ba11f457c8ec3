import { expect, test } from 'vitest';
import {
  compareTimestamps,
  roundDownToMilliseconds,
  roundUpToMilliseconds,
  timestampText,
} from './timestamp.ts';

test.each([
  ['2026-01-29T07:50:00Z', true],
  ['2026-01-29T07:50:00.123456789Z', true],
  ['2026-01-29T09:50:00+02:00', true],
  ['2026-01-29', false],
  ['2026-02-30T00:00:00Z', false],
  ['2026-01-29T07:50:00', false],
  [`2026-01-29T07:50:00.${'1'.repeat(40)}Z`, false],
])('%s is valid: %s', (text, isValid) => {
  expect(timestampText.safeParse(text).success).toBe(isValid);
});

test.each([
  ['2026-01-29T07:50:00Z', '00.000', '00.000'],
  ['2026-01-29T07:50:00.5Z', '00.500', '00.500'],
  ['2026-01-29T07:50:00.123000Z', '00.123', '00.123'],
  ['2026-01-29T07:50:00.1230001Z', '00.123', '00.124'],
  ['2026-01-29T09:50:00.9999+02:00', '00.999', '01.000'],
])('%s is between %s and %s seconds', (text, down, up) => {
  expect(roundDownToMilliseconds(text).toISOString()).toBe(`2026-01-29T07:50:${down}Z`);
  expect(roundUpToMilliseconds(text).toISOString()).toBe(`2026-01-29T07:50:${up}Z`);
});

test.each([
  ['2026-01-29T07:50:00Z', '2026-01-29T09:50:00.000+02:00', 0],
  ['2026-01-29T07:50:00.0001Z', '2026-01-29T07:50:00.00011Z', -1],
  ['2026-01-29T07:50:01Z', '2026-01-29T07:50:00.999999999Z', 1],
])('compares %s with %s', (a, b, sign) => {
  expect(Math.sign(compareTimestamps(a, b))).toBe(sign);
  expect(Math.sign(compareTimestamps(b, a))).toBe(sign === 0 ? 0 : -sign);
});
