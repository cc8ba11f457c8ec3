import { assert, constantFrom, double, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceLabel } from '#contract/format/format-numbers.ts';
import { newIndicator, parseIndicator } from '#web/chart/bars/indicators.ts';
import { indicatorColor, indicatorName, indicatorValues } from './indicator-labels.ts';
import { axisLabels, axisNotation, axisPriceLabel, longLabels } from './price-labels.ts';

describe('price labels', () => {
  test.each([
    [0, '0'],
    [1.5063, '1.5063'],
    [67_891.234_5, '67,891.2'],
    [1e9, '1,000,000,000'],
    [1e21, '1e21'],
    [-3.000_000_000_000_000_3e30, '−3e30'],
    [0.663_878, '0.663878'],
    [0.0123, '0.0123'],
    [0.001_23, '0.00123'],
    [0.000_123_456, '0.000123456'],
    [0.000_012_3, '0.0₄123'],
    [0.000_001_23, '0.0₅123'],
    [0.000_001_234_567_8, '0.0₅123457'],
    [1e-12, '0.0₁₁1'],
    [-2.5, '−2.5'],
    [Number.NaN, '–'],
  ])('formats %d as %s', (price, label) => {
    expect(priceLabel(price)).toBe(label);
  });

  const VALUES = new Map([...'₀₁₂₃₄₅₆₇₈₉'].map((digit, value) => [digit, String(value)]));

  function priceOf(label: string): number {
    const [, zeros = '', tail = ''] = /^0\.0([₀-₉]+)(\d+)$/.exec(label) ?? [];
    const count = Number(Array.from(zeros, (digit) => VALUES.get(digit) ?? '').join(''));
    return zeros ? Number(`0.${'0'.repeat(count)}${tail}`) : Number(label.replaceAll(',', ''));
  }

  test('labels are exact to six significant digits', () => {
    assert(
      property(double({ min: 1e-30, max: 1e30, noNaN: true }), (price) => {
        expect(Math.abs(priceOf(priceLabel(price)) / price - 1)).toBeLessThanOrEqual(5.1e-6);
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
    [
      [0.115, 0.105, 0.095, 0.085, 0.075],
      ['0.115', '0.105', '0.095', '0.085', '0.075'],
    ],
    [
      [67_001.25, 67_001.75, 67_002.25],
      ['67,001.25', '67,001.75', '67,002.25'],
    ],
    [
      [0, 1.5e30, 3.000_000_000_000_000_3e30],
      ['0', '1.5e30', '3e30'],
    ],
    [
      [0.1 + 0.2, 0.4, 0.5],
      ['0.3', '0.4', '0.5'],
    ],
  ])('labels of %j have one notation', (prices, labels) => {
    expect(axisLabels(prices)).toEqual(labels);
  });

  test('labels of a linear scale are exact, wherever it begins', () => {
    const steps = integer({ min: -12, max: 4 }).chain((power) =>
      constantFrom(1, 2, 2.5, 5).map((n) => n * 10 ** power),
    );
    assert(
      property(
        steps,
        integer({ min: 0, max: 10_000 }),
        integer({ min: 2, max: 9 }),
        (step, halves, count) => {
          const prices = Array.from({ length: count }, (_, index) => (halves / 2 + index) * step);
          const labels = axisLabels(prices);
          for (const [index, label] of labels.entries())
            expect(Math.abs(priceOf(label) - (prices[index] ?? 0))).toBeLessThan(step / 100);
        },
      ),
    );
  });

  test('single prices on an axis have the notation of its labels', () => {
    const tiny = axisNotation([2e-7, 8e-7, 1.4e-6]);
    expect(axisPriceLabel(2.255_87e-7, tiny)).toBe('0.0₅0225587');
    expect(axisPriceLabel(1.3e-6, tiny)).toBe('0.0₅13');
    expect(axisPriceLabel(2e-5, tiny)).toBe('0.0₄2');
    expect(axisPriceLabel(0.009_5, axisNotation([0.01, 0.011]))).toBe('0.0095');
    expect(axisPriceLabel(1, axisNotation([0.999_995, 1]))).toBe('1.000000');
    expect(axisPriceLabel(67_891.23, axisNotation([60_000, 70_000]))).toBe('67,891.2');
    expect(axisPriceLabel(10, axisNotation([5, 10]))).toBe('10');
    expect(axisPriceLabel(Number.NaN, tiny)).toBe('–');
    expect(axisPriceLabel(-0.012, tiny)).toBe('–');
  });

  test('much smaller prices than the labels of an axis have a notation of their own', () => {
    expect(axisPriceLabel(4.668_52e-17, axisNotation([0, 0.002, 0.004]))).toBe('0.0₁₆466852');
    expect(axisPriceLabel(4.668_52e-17, axisNotation([2e-7, 8e-7, 1.4e-6]))).toBe('0.0₁₆466852');
    expect(axisPriceLabel(2e-5, axisNotation([60_000, 70_000]))).toBe('0.0₄2');
    expect(axisPriceLabel(0.000_2, axisNotation([60_000, 70_000]))).toBe('0.0002');
  });

  test('labels of a logarithmic scale have a notation each', () => {
    expect(axisLabels([1e-8, 1e-6, 1e-4, 0.01, 1])).toEqual(['0.0₇1', '0.0₅1', '0.0001', '0.01', '1']);
    expect(axisLabels([1000, 100, 10])).toEqual(['1,000', '100', '10']);
  });

  const power = integer({ min: -30, max: 9 }).map((exponent) => 10 ** exponent);
  const price = tuple(double({ min: 1, max: 10, noNaN: true }), power).map(([a, b]) => a * b);

  test('no label is longer than those that the axis has room for', () => {
    assert(
      property(price, price, price, (...prices) => {
        const [low = 0, middle = 0, high = 0] = prices.toSorted((a, b) => a - b);
        const longest = Math.max(...longLabels(low, high).map(({ length }) => length));
        expect(priceLabel(middle).length).toBeLessThanOrEqual(longest);
        expect(axisPriceLabel(middle, axisNotation([middle])).length).toBeLessThanOrEqual(longest);
      }),
    );
    expect(longLabels(Number.POSITIVE_INFINITY, 0)).toEqual([]);
  });

  test('labels are short, whatever the price', () => {
    assert(
      property(price, price, (step, current) => {
        const label = axisPriceLabel(current, axisNotation([0, step, 2 * step]));
        expect(label.length).toBeLessThanOrEqual(20);
        expect(Math.abs(priceOf(label) / current - 1)).toBeLessThanOrEqual(5.1e-6);
      }),
    );
  });
});

describe('indicator labels', () => {
  test.each([
    ['vwap', 'VWAP'],
    ['bb20-2.5', 'BB 20, 2.5'],
    ['macd12-26-9', 'MACD 12, 26, 9'],
  ])('%s is called %s', (text, name) => {
    const indicator = parseIndicator(text);
    expect(indicator && indicatorName(indicator)).toBe(name);
  });

  test('a bar has the value of each line', () => {
    const columns = [0.25, -0.000_001_5, Number.NaN].map((value) => Float64Array.of(value));
    expect(indicatorValues(newIndicator('macd'), columns, 0)).toEqual([
      { label: 'hist', value: '0.25' },
      { label: 'line', value: '−0.0₅15' },
      { label: 'signal', value: '–' },
    ]);
    expect(indicatorValues(newIndicator('rsi'), [Float64Array.of(61.234)], 0)).toEqual([
      { label: '', value: '61.23' },
    ]);
    expect(indicatorValues(newIndicator('rsi'), undefined, 0)).toEqual([{ label: '', value: '–' }]);
  });

  test('indicators on the prices have different colors', () => {
    const indicators = (['vwap', 'rsi', 'bb'] as const).map(newIndicator);
    expect(indicators.map((_, index) => indicatorColor(indicators, index))).toEqual([0, undefined, 1]);
  });
});
