import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexScale, spreadLabels } from './index-scale.ts';

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
