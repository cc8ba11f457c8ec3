import { expect, test } from 'vitest';
import { evenTimestamps, indexedLine, indexText } from './indexed-line.ts';

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
