import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChange } from './format-change.ts';
import { formatCount } from './format-count.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['2649800', '2,649,800'],
  ['-1234567', '\u22121,234,567'],
  ['9223372036854775807', '9,223,372,036,854,775,807'],
])('formats the count %s as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0.4231, '+0.42', 'up'],
  [-3.1, '\u22123.10', 'down'],
  [12.34, '+12.3', 'up'],
  [-100, '\u2212100', 'down'],
  [677.4, '+677', 'up'],
  [12_500, '+12,500', 'up'],
  [0, '0.00', 'flat'],
  [-0.001, '0.00', 'flat'],
  [9.999, '+10.0', 'up'],
  [999_999.4, '+999,999', 'up'],
  [999_999.5, '>+999,999', 'up'],
  [1e21, '>+999,999', 'up'],
  [-1e21, '<\u2212999,999', 'down'],
])('formats the change %d as %s', (percent, text, direction) => {
  expect(formatChange(percent)).toEqual({ text, direction });
});

test('the sign of a change matches its direction', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (percent) => {
      const { direction, text } = formatChange(percent);
      const sign = { up: '+', down: '\u2212', flat: '0' }[direction];
      expect(text.replace(/^[<>]/, '').startsWith(sign)).toBe(true);
      expect(direction === 'up' && percent < 0).toBe(false);
      expect(direction === 'down' && percent > 0).toBe(false);
    }),
  );
});
