import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import { axisLabels, priceLabel } from './price-labels.ts';

test.each([
  [0, '0'],
  [1.5063, '1.5063'],
  [67_891.234_5, '67,891.2'],
  [1e9, '1,000,000,000'],
  [0.663_878, '0.663878'],
  [0.0123, '0.0123'],
  [0.001_23, '0.0₂123'],
  [0.000_001_23, '0.0₅123'],
  [1e-12, '0.0₁₁1'],
  [-2.5, '−2.5'],
  [Number.NaN, '–'],
])('formats %d as %s', (price, label) => {
  expect(priceLabel(price)).toBe(label);
});

const VALUES = new Map([...'₀₁₂₃₄₅₆₇₈₉'].map((digit, value) => [digit, String(value)]));

test('labels are exact to six significant digits', () => {
  assert(
    property(double({ min: 1e-30, max: 1e15, noNaN: true }), (price) => {
      const [, zeros = '', tail = ''] = /^0\.0([₀-₉]+)(\d+)$/.exec(priceLabel(price)) ?? [];
      const count = Number(Array.from(zeros, (digit) => VALUES.get(digit) ?? '').join(''));
      const read = zeros
        ? Number(`0.${'0'.repeat(count)}${tail}`)
        : Number(priceLabel(price).replaceAll(',', ''));
      expect(Math.abs(read / price - 1)).toBeLessThanOrEqual(5.1e-6);
    }),
  );
});

test('axis labels have no values below zero', () => {
  expect(axisLabels([-0.2, 1e-17, 0.2, 0.4])).toEqual(['', '0', '0.2', '0.4']);
  expect(axisLabels([2e-12, 4e-12])).toEqual(['0.0₁₁2', '0.0₁₁4']);
  expect(axisLabels([])).toEqual([]);
});
