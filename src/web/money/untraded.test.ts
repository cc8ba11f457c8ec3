import { expect, test } from 'vitest';
import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import { untradedText } from './untraded.ts';

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
  expect(untradedText(period, (counted) => counts[counted])).toBe(text);
});
