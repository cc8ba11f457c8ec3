import { expect, test } from 'vitest';
import { barResult, column } from '#testing/components/responses.ts';
import { newIndicator } from '#web/chart/bars/indicators.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { barsCsv, describeChart, exportName, ticksCsv, ticksJson } from './chart-exports.ts';

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
  const row = { time: 1_769_644_800, open: 1e-12, high: 2, low: 1e-12, close: 1, volume: 1.5e-9, count: 3 };
  const rows = [
    { ...row, isIncomplete: false },
    { ...row, volume: Number.NaN, isIncomplete: true },
  ];
  expect(barsCsv(rows)).toBe(
    [
      'time,open,high,low,close,volume,swaps,incomplete\r\n',
      '2026-01-29T00:00:00.000Z,0.000000000001,2,0.000000000001,1,0.0000000015,3,\r\n',
      '2026-01-29T00:00:00.000Z,0.000000000001,2,0.000000000001,1,,3,true\r\n',
    ].join(''),
  );
});

test('file names contain the pair and the unit', () => {
  expect(exportName('A / B$', { quote: 'ton' })).toBe('A-B-gram');
  expect(exportName('A / B', { quote: 'counterpart' })).toBe('A-B');
  expect(exportName('$ / €', { quote: 'usd' })).toBe('chart-usd');
});

const feed = { isLoading: false, isComplete: true, oldest: 0, newest: 7_200_000, error: undefined };
const state = {
  feed,
  requestedRange: undefined,
  visible: { from: 0, to: 1 },
  overlays: { lines: [column(7, 8, 9)], spread: undefined },
  result: barResult(
    { time: column(0, 3600, 7200), close: column(1, 2, 3), count: column(1, 1, 1) },
    { averages: [column(Number.NaN, 1.5, 2.5)], indicators: [[column(1, 50.125, 2)], [column(1, 1.25, 3)]] },
  ),
} as const;
const colors = {
  background: '',
  line: '',
  text: '',
  muted: '',
  accent: 'accent',
  up: '',
  down: '',
  overlays: ['overlay'],
  averages: ['average'],
};
const options = {
  view: { ...defaultView, zone: 'utc', averages: [{ kind: 'sma', length: 2 }], priceLevels: [4e-7] },
  title: 'A / B',
  unit: 'B',
  indicators: [newIndicator('rsi'), newIndicator('vwap')],
  overlayNames: ['A / C'],
  colors,
} as const;

test('describes price, interval, lines and time range at the last visible bar', () => {
  expect(describeChart(state, options)).toEqual({
    title: 'A / B',
    details: '2 B · 1h · candles',
    lines: [
      { color: 'average', dashes: [], text: 'SMA 2 1.5' },
      { color: 'accent', dashes: [], text: 'RSI 14 50.13' },
      { color: 'overlay', dashes: [], text: 'VWAP 1.25' },
      { color: 'overlay', dashes: [], text: 'A / C 8' },
      { color: 'accent', dashes: [6, 4], text: 'Line at 0.0₆4' },
    ],
    period: '1970-01-01 00:00:00 to 1970-01-01 01:00:00 UTC',
  });
});

test('local time states its offset', () => {
  const { period } = describeChart(state, { ...options, view: { ...options.view, zone: 'local' } });
  expect(period).toMatch(/ UTC([+−]\d\d:\d\d)?$/);
});

test('a chart without visible bars has only its title and unit', () => {
  expect(describeChart({ ...state, result: undefined }, options)).toEqual({
    title: 'A / B',
    details: 'B',
    lines: [],
    period: '',
  });
});
