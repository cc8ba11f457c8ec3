import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { intervalStart } from '#contract/interval-start.ts';
import { automaticInterval, intervalSeconds, intervalText } from './intervals.ts';

const lengths = constantFrom(...Object.values(intervalSeconds));
const second = integer({ min: 0, max: 4_000_000_000 });

test('a bar contains its timestamp and starts where the previous one ends', () => {
  assert(
    property(second, lengths, (timestamp, length) => {
      const start = intervalStart(timestamp, length);
      expect(timestamp - start).toBeGreaterThanOrEqual(0);
      expect(timestamp - start).toBeLessThan(length);
      expect(intervalStart(start, length)).toBe(start);
      expect(intervalStart(start - 1, length)).toBe(start - length);
    }),
  );
});

test('weeks start on Monday, days at midnight', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  expect(intervalStart(at('2026-01-29T07:50:00Z'), intervalSeconds['1w'])).toBe(at('2026-01-26T00:00:00Z'));
  expect(intervalStart(at('2026-01-29T07:50:00Z'), intervalSeconds['1d'])).toBe(at('2026-01-29T00:00:00Z'));
});

test('the automatic interval suits the range', () => {
  expect(automaticInterval(3600, true)).toBe('1m');
  expect(automaticInterval(86_400, true)).toBe('5m');
  expect(automaticInterval(7 * 86_400, true)).toBe('1h');
  expect(automaticInterval(30 * 86_400, false)).toBe('4h');
  expect(automaticInterval(20 * 365 * 86_400, false)).toBe('1w');
});

test.each([
  ['1h', 3600, '1m'],
  ['24h', 86_400, '15m'],
  ['7d', 7 * 86_400, '1h'],
  ['30d', 30 * 86_400, '4h'],
  ['180 days', 180 * 86_400, '1d'],
])('%s have 60 to 200 candles', (_, seconds, interval) => {
  expect(automaticInterval(seconds, false)).toBe(interval);
});

test('the number of candles is close to the suitable one', () => {
  const seconds = integer({ min: 3600, max: 10 * 365 * 86_400 });
  assert(
    property(seconds, (length) => {
      const candles = length / intervalSeconds[automaticInterval(length, false)];
      expect(candles).toBeGreaterThanOrEqual(40);
      expect(candles).toBeLessThanOrEqual(length > 2 * 365 * 86_400 ? 522 : 300);
    }),
  );
  expect(automaticInterval(0, false)).toBe('1m');
});

test('labels UTC days and weeks if local time is shown', () => {
  expect(intervalText('1d', 'local')).toBe('1d (UTC)');
  expect(intervalText('1w', 'local')).toBe('1w (UTC)');
  expect(intervalText('1d', 'utc')).toBe('1d');
  expect(intervalText('4h', 'local')).toBe('4h');
});
