import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import { axisLabels, axisNotation, axisPriceLabel, priceLabel } from './price-labels.ts';

test.each([
  [0, '0'],
  [1.5063, '1.5063'],
  [67_891.234_5, '67,891.2'],
  [1e9, '1,000,000,000'],
  [0.663_878, '0.663878'],
  [0.0123, '0.0123'],
  [0.001_23, '0.00123'],
  [0.000_123_456, '0.000123456'],
  [0.000_012_3, '0.0₄123'],
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

test.each([
  [
    [0.009, 0.01, 0.011],
    ['0.009', '0.010', '0.011'],
  ],
  [
    [8e-7, 1e-6, 1.2e-6],
    ['0.0₅08', '0.0₅10', '0.0₅12'],
  ],
  [
    [0, 5e-5, 1e-4],
    ['0', '0.00005', '0.00010'],
  ],
  [
    [0.5, 0.525, 0.55],
    ['0.500', '0.525', '0.550'],
  ],
  [
    [0.75, 1, 1.25],
    ['0.75', '1.00', '1.25'],
  ],
  [
    [500, 1000, 1500],
    ['500', '1,000', '1,500'],
  ],
  [
    [1e-12, 1.5e-12],
    ['0.0₁₁10', '0.0₁₁15'],
  ],
])('labels of %j have one notation', (prices, labels) => {
  expect(axisLabels(prices)).toEqual(labels);
});

test('single prices on an axis have the notation of its labels', () => {
  const tiny = axisNotation([1e-7, 2e-7, 1.4e-6]);
  expect(axisPriceLabel(2.255_87e-7, tiny)).toBe('0.0₅0225587');
  expect(axisPriceLabel(1.3e-6, tiny)).toBe('0.0₅13');
  expect(axisPriceLabel(2e-5, tiny)).toBe('0.0000200');
  expect(axisPriceLabel(0.009_5, axisNotation([0.01, 0.011]))).toBe('0.0095');
  expect(axisPriceLabel(1, axisNotation([0.999_995, 1]))).toBe('1.000000');
  expect(axisPriceLabel(67_891.23, axisNotation([60_000, 70_000]))).toBe('67,891.2');
  expect(axisPriceLabel(10, axisNotation([5, 10]))).toBe('10');
  expect(axisPriceLabel(Number.NaN, tiny)).toBe('–');
});
