import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeArrow, formatChange } from './format-change.ts';
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
  [0.4231, '+0.42', '▲'],
  [-3.1, '\u22123.10', '▼'],
  [12.34, '+12.3', '▲'],
  [-100, '\u2212100', '▼'],
  [12_345, '+12.3k', '▲'],
  [0, '0.00', ''],
  [-0.001, '0.00', ''],
  [9.999, '+10.0', '▲'],
  [1e21, '+1.00e21', '▲'],
])('formats the change %d as %s %s', (percent, text, arrow) => {
  const change = formatChange(percent);
  expect(change.text).toBe(text);
  expect(changeArrow(change)).toBe(arrow);
});

test('the sign of a change matches its direction', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (percent) => {
      const { direction, text } = formatChange(percent);
      const sign = { up: '+', down: '\u2212', flat: '0' }[direction];
      expect(text.startsWith(sign)).toBe(true);
      expect(direction === 'up' && percent < 0).toBe(false);
      expect(direction === 'down' && percent > 0).toBe(false);
    }),
  );
});
