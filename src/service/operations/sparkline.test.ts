import { expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

const box = { width: 100, height: 30, margin: 5 };
const heights = (prices: readonly (number | null)[]) =>
  sparkline(prices, box).points.map(({ y }) => Math.round(y * 100) / 100);

test('changes of at least a percent fill the height', () => {
  expect(heights([1, 2, 1.5])).toEqual([25, 5, 15]);
  expect(heights([0.995, 1.005])).toEqual([25, 5]);
});

test('smaller changes are drawn to scale around the middle', () => {
  expect(heights([100, 99.9])).toEqual([14, 16]);
  expect(heights([1, 1])).toEqual([15, 15]);
  expect(heights([0, 0])).toEqual([15, 15]);
});

test('starts at the first price', () => {
  expect(sparkline([null, null, 1, 2, 1], box).points.map(({ x }) => x)).toEqual([50, 75, 100]);
});
