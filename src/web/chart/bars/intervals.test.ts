import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { automaticInterval, barStart, intervalSeconds, intervalText } from './intervals.ts';

const lengths = constantFrom(...Object.values(intervalSeconds));
const second = integer({ min: 0, max: 4_000_000_000 });

test('a bar contains its timestamp and starts where the previous one ends', () => {
  assert(
    property(second, lengths, (timestamp, length) => {
      const start = barStart(timestamp, length);
      expect(timestamp - start).toBeGreaterThanOrEqual(0);
      expect(timestamp - start).toBeLessThan(length);
      expect(barStart(start, length)).toBe(start);
      expect(barStart(start - 1, length)).toBe(start - length);
    }),
  );
});

test('weeks start on Monday, days at midnight', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  expect(barStart(at('2026-01-29T07:50:00Z'), intervalSeconds['1w'])).toBe(at('2026-01-26T00:00:00Z'));
  expect(barStart(at('2026-01-29T07:50:00Z'), intervalSeconds['1d'])).toBe(at('2026-01-29T00:00:00Z'));
});

test('the automatic interval suits the range', () => {
  expect(automaticInterval(3600, 20, true)).toBe('tick');
  expect(automaticInterval(3600, 5000, true)).toBe('1m');
  expect(automaticInterval(86_400, 5000, true)).toBe('5m');
  expect(automaticInterval(7 * 86_400, 5000, true)).toBe('1h');
  expect(automaticInterval(30 * 86_400, 5000, false)).toBe('4h');
  expect(automaticInterval(20 * 365 * 86_400, 5000, false)).toBe('1w');
});

test('few ticks give longer candles', () => {
  expect(automaticInterval(12 * 3600, 108, false)).toBe('1h');
  expect(automaticInterval(12 * 3600, 1500, false)).toBe('5m');
  expect(automaticInterval(0, 1, false)).toBe('1m');
});

test('labels UTC days and weeks if local time is shown', () => {
  expect(intervalText('1d', 'local')).toBe('1d (UTC)');
  expect(intervalText('1w', 'local')).toBe('1w (UTC)');
  expect(intervalText('1d', 'utc')).toBe('1d');
  expect(intervalText('4h', 'local')).toBe('4h');
});
