import { afterEach, beforeEach, expect, test } from 'vitest';
import { daySpan } from './day-span.ts';

const before = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

const second = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-01-29', 'utc', '2026-01-29T00:00:00Z', '2026-01-30T00:00:00Z'],
  ['2026-01-29', 'local', '2026-01-28T23:00:00Z', '2026-01-29T23:00:00Z'],
  ['2026-03-29', 'local', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
] as const)('%s, %s, lasts from %s to %s', (date, zone, from, to) => {
  expect(daySpan(date, zone)).toEqual({ from: second(from), to: second(to) });
});

test.each(['', '1969-07-20', 'someday'])('rejects %j', (date) => {
  expect(daySpan(date, 'utc')).toBeUndefined();
  expect(daySpan(date, 'local')).toBeUndefined();
});
