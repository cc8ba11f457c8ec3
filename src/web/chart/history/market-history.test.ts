import { expect, test } from 'vitest';
import { candleIntervals, candleSeconds as contractSeconds } from '#contract/candles.ts';
import { InvalidResponseError } from '#web/api/client/errors.ts';
import { candleSeconds } from './candles.ts';
import { parseCandlePage } from './market-history.ts';

const amount = { value: '15', decimals: 1 };
const values = { counterpart: amount, usd: amount };

function candleAt(time: number, complete: boolean) {
  const prices = { open: values, high: values, low: values, close: values };
  const counts = { transactions: 3, buys: 2, sells: 1, traders: 1 };
  return { time: new Date(time).toISOString(), ...prices, volume: values, ...counts, complete };
}

test('charts use intervals of the service', () => {
  expect(candleIntervals).toEqual(expect.arrayContaining(Object.keys(candleSeconds)));
  expect(contractSeconds).toMatchObject(candleSeconds);
});

test('decodes candles; unknown values are NaN', () => {
  const { items, next } = parseCandlePage({ items: [candleAt(60_000, true), {}], next: 'older' });
  const decoded = { counterpart: 1.5, ton: Number.NaN, usd: 1.5 };
  expect(items).toEqual([
    {
      time: 60_000,
      open: decoded,
      high: decoded,
      low: decoded,
      close: decoded,
      volume: decoded,
      count: 3,
      isChanging: false,
    },
  ]);
  expect(next).toBe('older');
});

test('candles that are not complete may change', () => {
  const { items } = parseCandlePage({ items: [candleAt(60_000, false), candleAt(0, true)] });
  expect(items.map(({ isChanging }) => isChanging)).toEqual([true, false]);
});

test.each([undefined, '<!doctype html>', {}, { items: 'none' }])('a page is not %j', (body) => {
  expect(() => parseCandlePage(body)).toThrow(InvalidResponseError);
});
