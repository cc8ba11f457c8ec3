import { expect, test } from 'vitest';
import { buySellShares } from './buy-sell-shares.ts';

const change = <Sum>(current: Sum) => ({ current, percent: 0, calculatedAt: undefined });
const euros = (value: string) => change({ value, decimals: 2 });

test('shares of counts can exceed 1 in sum, shares of amounts cannot', () => {
  expect(buySellShares({ total: change('10'), buy: change('8'), sell: change('5') })).toEqual({
    buy: 0.8,
    sell: 0.5,
  });
  expect(buySellShares({ total: euros('1000'), buy: euros('250'), sell: euros('750') })).toEqual({
    buy: 0.25,
    sell: 0.75,
  });
});

test('returns undefined if the total is zero or a side is unknown', () => {
  expect(buySellShares({ total: change('0'), buy: change('0'), sell: change('0') })).toBeUndefined();
  expect(buySellShares({ total: change('3'), buy: change('3'), sell: undefined })).toBeUndefined();
  expect(buySellShares(undefined)).toBeUndefined();
});
