import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disagreement, type Shares } from './disagreement.ts';

const side = (buy: number): Shares => ({ buy, sell: 1 - buy });

test.each([
  [{ traders: side(0.64), volume: side(0.29) }, '64% of traders buy, 71% of volume sells.'],
  [{ traders: side(0.3), volume: side(0.8) }, '70% of traders sell, 80% of volume buys.'],
  [{ traders: { buy: 0.9, sell: 0.6 }, volume: side(0.2) }, '90% of traders buy, 80% of volume sells.'],
  [
    { traders: side(0.52), transactions: side(0.6), volume: side(0.2) },
    '60% of transactions are buys, 80% of volume sells.',
  ],
  [
    { traders: side(0.4), transactions: side(0.6), volume: side(0.5) },
    '60% of traders sell, 60% of transactions are buys.',
  ],
  [{ traders: side(0.54), volume: side(0.3) }, undefined],
  [{ traders: side(0.7), volume: side(0.8) }, undefined],
  [{ volume: side(0.1) }, undefined],
  [{}, undefined],
])('%j says %j', (shares, said) => {
  expect(disagreement(shares)).toBe(said);
});

test('what leans to one side never disagrees', () => {
  const leaning = fc.double({ min: 0.5, max: 1, noNaN: true }).map(side);
  fc.assert(
    fc.property(leaning, leaning, leaning, (transactions, traders, volume) => {
      expect(disagreement({ transactions, traders, volume })).toBeUndefined();
    }),
  );
});
