import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatApproximateDuration, formatDuration, parseDuration } from './times.ts';

test.each<[string, string | undefined]>([
  ['30m', '1800'],
  ['12h', '43200'],
  ['1.5d', '129600'],
  ['1,5d', '129600'],
  ['1,500s', undefined],
  [' 2W ', '1209600'],
  ['7 d', '604800'],
  ['0s', '0'],
  ['5', undefined],
  ['d', undefined],
  ['-1d', undefined],
  ['1e3d', undefined],
  ['1d12h', undefined],
  ['', undefined],
])('%s is %s seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test('formatting is the inverse of parsing', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (seconds) => {
      expect(parseDuration(formatDuration(String(seconds)))).toBe(String(seconds));
    }),
  );
  expect(formatDuration('86399.999')).toBe('86399.999s');
  expect(['604800', '86400', '90000', '5400', '90'].map(formatDuration)).toEqual([
    '7d',
    '1d',
    '25h',
    '90m',
    '90s',
  ]);
});

test.each([
  ['0', '0s'],
  ['59.9', '59s'],
  ['90061', '1d 1h'],
  ['86459', '1d'],
  ['-5', '0s'],
])('%s seconds are about %s', (seconds, text) => {
  expect(formatApproximateDuration(seconds)).toBe(text);
});
