import { expect, test } from 'vitest';
import { decodeBuySellPeriods } from './buy-sell-periods.ts';
import { asAmount, asIntegerText } from './fields.ts';

const calculatedAt = '2026-01-29T07:50:00.000Z';
const step = (current: unknown, changePercent: unknown = 5) => ({ current, changePercent, calculatedAt });

test('buys and sells stand beside their whole', () => {
  const sets = { total: { day: step('3') }, buy: { day: step('2', -10) }, sell: { day: step('1') } };
  expect(decodeBuySellPeriods(sets, asIntegerText)).toEqual({
    day: {
      total: { current: '3', percent: 5, calculatedAt },
      buy: { current: '2', percent: -10, calculatedAt },
      sell: { current: '1', percent: 5, calculatedAt },
    },
  });
});

test('what another service leaves out, or says otherwise, reads as absent', () => {
  const sum = { value: '5', decimals: 2 };
  const sets = {
    total: { hour: step(sum), day: step('5'), week: step(sum, 'much'), min15: step(sum) },
    buy: null,
    sell: { hour: step({ value: 'x' }) },
  };
  expect(decodeBuySellPeriods(sets, asAmount)).toEqual({
    hour: { total: { current: sum, percent: 5, calculatedAt }, buy: undefined, sell: undefined },
  });
  expect(decodeBuySellPeriods({ total: undefined, buy: undefined, sell: undefined }, asAmount)).toEqual({});
});
