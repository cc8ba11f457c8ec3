import { expect, test } from 'vitest';
import { column } from '#testing/components/bar-result.ts';
import { tickPoints } from './series-data.ts';

test('candles of single swaps start at the previous price, also at the start of a window', () => {
  const prices = column(2, 3, 1);
  const bars = {
    length: 3,
    time: column(10, 20, 30),
    open: prices,
    high: prices,
    low: prices,
    close: prices,
    count: column(1, 1, 1),
  };
  const first = { time: 10, open: 20, high: 20, low: 20, close: 20 };
  const rest = [
    { time: 20, open: 20, high: 30, low: 20, close: 30 },
    { time: 30, open: 30, high: 30, low: 10, close: 10 },
  ];
  expect(tickPoints(bars, { from: 0, to: 3 }, 10)).toEqual([first, ...rest]);
  expect(tickPoints(bars, { from: 1, to: 3 }, 10)).toEqual(rest);
});
