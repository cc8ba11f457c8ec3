import { expect, test } from 'vitest';
import { barsCsv, exportName, ticksCsv, ticksJson } from './chart-exports.ts';

const ticks = [
  {
    time: 1_769_644_800_000,
    lt: 18_446_744_073_709_551_615n,
    prices: { counterpart: 1.5e-9, ton: Number.NaN, usd: 2 },
  },
];

test('exports ticks as CSV; unknown prices are empty', () => {
  expect(ticksCsv(ticks)).toBe(
    'time,lt,counterpart,gram,usd\r\n2026-01-29T00:00:00.000Z,18446744073709551615,0.0000000015,,2\r\n',
  );
});

test('exports ticks as JSON with exact logical times', () => {
  expect(JSON.parse(ticksJson('A / B', ticks))).toEqual({
    pair: 'A / B',
    swaps: [
      {
        time: '2026-01-29T00:00:00.000Z',
        lt: '18446744073709551615',
        counterpart: 1.5e-9,
        gram: null,
        usd: 2,
      },
    ],
  });
});

test('exports bars as CSV without exponents', () => {
  const row = { time: 1_769_644_800, open: 1e-12, high: 2, low: 1e-12, close: 1, count: 3 };
  expect(barsCsv([row])).toBe(
    'time,open,high,low,close,swaps\r\n2026-01-29T00:00:00.000Z,0.000000000001,2,0.000000000001,1,3\r\n',
  );
});

test('file names contain the pair and the unit', () => {
  expect(exportName('A / B$', { quote: 'ton' })).toBe('A-B-gram');
  expect(exportName('A / B', { quote: 'counterpart' })).toBe('A-B');
  expect(exportName('$ / €', { quote: 'usd' })).toBe('chart-usd');
});
