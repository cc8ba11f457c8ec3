import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, pricePeriods } from '#contract/enums.ts';
import { tonAddress } from '#testing/requests/valid-inputs.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import { parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { comparisonScales, parseComparison, serializeComparison } from './comparison-link.ts';
import { indexScale, spreadLabels } from './index-scale.ts';
import { evenTimestamps, indexedLine, indexText } from './indexed-line.ts';

describe('comparison link', () => {
  const parse = (text: string) => parseComparison(parseQuery(text));
  const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

  test('serializing and parsing a comparison are inverse', () => {
    const addresses = fc.uniqueArray(
      tonAddress.map((address) => address.toRawString()),
      { maxLength: MAX_COMPARED },
    );
    const comparisons = fc.record({
      addresses,
      currency: fc.constantFrom(...currencies),
      period: fc.constantFrom(...pricePeriods),
      scale: fc.constantFrom(undefined, ...comparisonScales),
    });
    fc.assert(
      fc.property(comparisons, (comparison) => {
        const url = stringifyQuery(serializeComparison(comparison));
        expect(parse(url)).toEqual({ comparison, excess: [], ignored: [] });
      }),
    );
  });

  test('does not serialize default values', () => {
    expect(parse('').comparison).toEqual({
      addresses: [],
      currency: 'usd',
      period: 'day',
      scale: undefined,
    });
    expect(serializeComparison(parse('?currency=usd&period=24h').comparison)).toEqual({});
  });

  test('reports addresses beyond the sixth', () => {
    const many = Array.from({ length: 8 }, (_, index) => `0:${String(index).repeat(64)}`);
    const { comparison, excess } = parse(stringifyQuery({ address: [...many, many[0]] }));
    expect(comparison.addresses).toEqual(many.slice(0, 6));
    expect(excess).toEqual(many.slice(6));
  });

  test.each([
    ['?address=x', ['address']],
    [`?address=${raw}&address=${raw}x`, ['address']],
    ['?period=min15&period2=1', ['period2', 'period']],
    ['?period=24h&period=7d', ['period']],
    ['?scale=percent', ['scale']],
    ['?currency=doge&sort=fdmc', ['sort', 'currency']],
  ])('ignores invalid parameters of %s', (url, ignored) => {
    expect(parse(url).ignored).toEqual(ignored);
  });
});

describe('indexed line', () => {
  const point = (time: number, price: number) => ({ time, price });

  test('timestamps are evenly spaced and include both ends', () => {
    expect(evenTimestamps(100, 200, 5)).toEqual([100, 125, 150, 175, 200]);
  });

  test('starts at 100 and keeps each price until the next', () => {
    const points = [point(50, 2), point(110, 3), point(140, 1), point(150, 4)];
    expect(indexedLine(points, [100, 110, 120, 140, 150, 160])).toEqual([100, 150, 150, 50, 200, 200]);
  });

  test('starts with the first price if there is none at the start', () => {
    expect(indexedLine([point(120, 8), point(130, 2)], [100, 110, 120, 130])).toEqual([
      undefined,
      undefined,
      100,
      25,
    ]);
  });

  test('starts with the first price, not with that of the timestamp after it', () => {
    expect(indexedLine([point(113, 2), point(117, 8), point(125, 4)], [100, 110, 120, 130])).toEqual([
      undefined,
      undefined,
      400,
      200,
    ]);
  });

  test('ignores prices of zero', () => {
    expect(indexedLine([point(90, 0), point(110, 5)], [100, 110])).toEqual([undefined, 100]);
    expect(indexedLine([], [100, 110])).toEqual([undefined, undefined]);
  });

  test.each([
    [100, '100.0'],
    [0.1234, '0.1'],
    [0.0312, '0.03'],
    [0.0001, '<0.01'],
    [999.94, '999.9'],
    [999.96, '1,000'],
    [12_345.6, '12,346'],
    [1_234_567, '1.23M'],
  ])('%d is formatted as %s', (value, text) => {
    expect(indexText(value)).toBe(text);
  });
});

describe('index scale', () => {
  const values = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 });

  test('positions are within the scale and increase with the value', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 'linear', 'log'), (indexValues, type) => {
        const { position, marks } = indexScale(indexValues, type);
        for (const value of [100, ...indexValues, ...marks]) {
          expect(position(value)).toBeGreaterThanOrEqual(0);
          expect(position(value)).toBeLessThanOrEqual(1);
        }
        expect(marks.length).toBeGreaterThan(0);
        expect(marks.length).toBeLessThanOrEqual(12);
        expect(marks.map(position)).toEqual(marks.map(position).toSorted((a, b) => a - b));
      }),
    );
  });

  test.each([
    [[95, 112], false, [95, 100, 105, 110]],
    [[100], false, [100]],
    [[80, 130], false, [80, 100, 120]],
    [[5, 2000], true, [10, 100, 1000]],
    [[30, 300], true, [50, 100, 200]],
  ])('marks of %j', (indexValues, isLog, marks) => {
    const scale = indexScale(indexValues);
    expect([scale.isLog, scale.marks]).toEqual([isLog, marks]);
  });

  test.each([
    [[80, 130], 'log', true, [80, 100, 120]],
    [[100], 'log', true, [100]],
    [[5, 2000], 'linear', false, [0, 500, 1000, 1500, 2000]],
  ] as const)('marks of %j on a %s scale', (indexValues, type, isLog, marks) => {
    const scale = indexScale(indexValues, type);
    expect([scale.isLog, scale.marks]).toEqual([isLog, marks]);
  });

  test('labels keep the gap and their order, close to their original positions', () => {
    expect(spreadLabels([0.5, 0.1], 0.1)).toEqual([0.5, 0.1]);
    const close = spreadLabels([0.99, 1, 0.98], 0.1);
    expect(close.map((position) => position.toFixed(2))).toEqual(['0.90', '1.00', '0.80']);
    expect(spreadLabels([0, 0], 0.1)).toEqual([0, 0.1]);
  });
});
