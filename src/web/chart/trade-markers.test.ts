import { expect, test } from 'vitest';
import { barResult, column } from '#testing/components/responses.ts';
import { type MarkedTrade, markedBars } from './trade-markers.ts';

const buyAt = (second: number): MarkedTrade => ({ time: second * 1000, isBuy: true });
const sellAt = (second: number): MarkedTrade => ({ time: second * 1000, isBuy: false });

test('trades mark the bar that contains them', () => {
  const result = barResult({ time: column(3600, 7200, 14_400), close: column(1, 1, 1) });
  const trades = [sellAt(17_999), buyAt(7200), buyAt(7199), sellAt(3600), buyAt(3600)];
  expect(markedBars(result, trades)).toEqual([
    { index: 0, buys: 2, sells: 1 },
    { index: 1, buys: 1, sells: 0 },
    { index: 2, buys: 0, sells: 1 },
  ]);
});

test('trades outside all bars, and in bars without a price, have no mark', () => {
  const result = barResult({ time: column(3600, 7200, 14_400), close: column(1, Number.NaN, 1) });
  expect(markedBars(result, [buyAt(3599), buyAt(7300), buyAt(10_800), buyAt(18_000)])).toEqual([]);
});

test('a trade marks its own swap, and one without a price none', () => {
  const result = barResult({ time: column(60, 60.001, 61), close: column(1, 2, 3) }, { interval: 'tick' });
  expect(markedBars(result, [buyAt(60), sellAt(61), sellAt(62)])).toEqual([
    { index: 0, buys: 1, sells: 0 },
    { index: 2, buys: 0, sells: 1 },
  ]);
});

test('a trade marks the downsampled bar before it', () => {
  const result = barResult({ time: column(3600, 36_000), close: column(1, 2) }, { groupSize: 5 });
  expect(markedBars(result, [sellAt(32_000)])).toEqual([{ index: 0, buys: 0, sells: 1 }]);
});
