import { expect, test } from 'vitest';
import { asAmount, asIntegerText } from '#web/api/client/fields.ts';
import { decodeActivity, decodeBuySellPeriods } from './decode-activity.ts';

const calculatedAt = '2026-01-29T07:50:00.000Z';
const change = (current: unknown, changePercent: unknown = 5) => ({ current, changePercent, calculatedAt });

test('groups total, buys and sells by period', () => {
  const sets = { total: { day: change('3') }, buy: { day: change('2', -10) }, sell: { day: change('1') } };
  expect(decodeBuySellPeriods(sets, asIntegerText)).toEqual({
    day: {
      total: { current: '3', percent: 5, calculatedAt },
      buy: { current: '2', percent: -10, calculatedAt },
      sell: { current: '1', percent: 5, calculatedAt },
    },
  });
});

test('missing and invalid values are absent', () => {
  const amount = { value: '5', decimals: 2 };
  const sets = {
    total: { hour: change(amount), day: change('5'), week: change(amount, 'much'), min15: change(amount) },
    buy: null,
    sell: { hour: change({ value: 'x' }) },
  };
  expect(decodeBuySellPeriods(sets, asAmount)).toEqual({
    hour: { total: { current: amount, percent: 5, calculatedAt }, buy: undefined, sell: undefined },
  });
  expect(decodeBuySellPeriods({ total: undefined, buy: undefined, sell: undefined }, asAmount)).toEqual({});
});

test('a total that grew from zero is new', () => {
  const hundred = (previous: unknown, current: unknown) => ({ ...change(current, 100), previous });
  const decode = (total: unknown) =>
    decodeBuySellPeriods({ total: { day: total }, buy: {}, sell: {} }, asIntegerText).day?.total.isNew;
  expect(decode(hundred('0', '7'))).toBe(true);
  expect(decode(hundred('7', '14'))).toBeUndefined();
  expect(decode(hundred('0', '0'))).toBeUndefined();
  expect(decode(change('7', 100))).toBeUndefined();
});

test('incomplete activity is decoded partially', () => {
  const total = { changePercent: 5, current: '4', calculatedAt };
  expect(decodeActivity({})).toEqual({ ton: {}, usd: {}, transactions: {}, traders: {}, volume: {} });
  const activity = decodeActivity({
    priceChange: { ton: { day: { changePercent: -1 }, week: {}, year: total } },
    transactions: { day: total, hour: { current: '1' }, week: { ...total, current: 'many' } },
    transactionsBuy: { day: { current: '1' } },
    traders: { day: { ...total, current: '0' } },
    tradersBuy: { day: { current: '0' } },
    volume: { usd: { day: { ...total, current: { value: '400', decimals: 2 } } }, buyUsd: null },
  });
  expect(activity).toEqual({
    ton: { day: { percent: -1, calculatedAt: undefined } },
    tonPriceChangeDay: -1,
    transactions24h: '4',
    traders24h: '0',
    volume24h: { value: '400', decimals: 2 },
    usd: {},
    transactions: { day: { current: '4', percent: 5, calculatedAt, buyShare: 0.25 } },
    traders: { day: { current: '0', percent: 5, calculatedAt } },
    volume: { day: { current: { value: '400', decimals: 2 }, percent: 5, calculatedAt } },
  });
});
