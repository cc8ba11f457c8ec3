import { expect, test } from 'vitest';
import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import { changeSinceFirstTrade, untradedText } from './moves.ts';

/** Trades by period, as those of a jetton whose last trade was five hours ago. */
const counts: { readonly [Period in CountPeriod]?: string } = { hour: '0', hour6: '3', day: '3' };

test.each<[PricePeriod, string | undefined]>([
  ['min15', 'no trades in 1h'],
  ['hour', 'no trades in 1h'],
  ['hour6', undefined],
  ['hour12', undefined],
  ['day', undefined],
  // Unknown.
  ['week', undefined],
])('a change over %s is a move, unless there were no trades: %s', (period, text) => {
  expect(untradedText(period, undefined, (counted) => counts[counted])).toBe(text);
});

test('moves say whether there were trades', () => {
  const moves = { hour: { percent: 1 } };
  const neverCounted = () => '0';
  expect(untradedText('hour', moves, neverCounted)).toBeUndefined();
  expect(untradedText('min15', moves, neverCounted)).toBe('no trades in 15m');
});

test.each([
  [250, '+250%', '5h'],
  [-31.44, '\u221231.4%', '5h'],
  [1234, '+1,234%', '5h'],
  [123456, '+123,456%', '*'],
])('a change of %d%% since the first trade is %s with its age, if it fits', (percent, text, mark) => {
  const now = new Date('2026-01-29T07:50:00Z');
  expect(changeSinceFirstTrade(percent, '2026-01-29T02:50:00Z', now)).toMatchObject({
    text,
    mark,
    full: `${percent}% since the first trade 5 h ago, 2026-01-29 02:50:00 UTC`,
  });
});
