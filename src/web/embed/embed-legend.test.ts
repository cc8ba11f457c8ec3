import { expect, test } from 'vitest';
import { defaultView } from '#web/chart/chart-view.ts';
import { legendOf, newestPrice, unitOf } from './embed-legend.ts';

const column = (...values: number[]) => Float64Array.from(values);
const answer = {
  id: 1,
  asked: '1h',
  interval: '1h',
  group: 1,
  bars: {
    length: 3,
    time: column(0, 3600, 7200),
    open: column(1, 2, Number.NaN),
    high: column(3, 4, Number.NaN),
    low: column(0.5, 1, Number.NaN),
    close: column(2, 1.5, Number.NaN),
    count: column(5, 1, 0),
  },
  averages: [column(Number.NaN, 1.75, Number.NaN)],
  ticks: 6,
  took: 0,
} as const;
const view = { ...defaultView, zone: 'utc', averages: [{ kind: 'sma', length: 2 }] } as const;

test('a bar is told with its change and its averages, and the columns by their name', () => {
  expect(legendOf(answer, 1, view, true)).toEqual([
    ['1970-01-01 01:00:00'],
    ['O 2'],
    ['H 4'],
    ['L 1'],
    ['C 1.5'],
    ['−25.0% ▼', 'down'],
    ['Columns: 1 tick'],
    ['SMA 2 1.75'],
  ]);
  expect(legendOf(answer, 0, view, false)).toContainEqual(['5 ticks']);
  expect(legendOf(answer, 0, view, false)).toContainEqual(['+100% ▲', 'up']);
});

test('an empty bar has no change', () => {
  expect(legendOf(answer, 2, view, true).map(([text]) => text)).toEqual([
    '1970-01-01 02:00:00',
    'O –',
    'H –',
    'L –',
    'C –',
    'Columns: 0 ticks',
    'SMA 2 –',
  ]);
});

test('the newest price is of the last bar that has one, and of no stretch of the past', () => {
  expect(newestPrice(answer, view, 'TON')).toBe('1.5 TON');
  expect(newestPrice(answer, { ...view, range: { from: 0, to: 7200 } }, 'TON')).toBe('');
});

test('prices are in the counterpart, or in what they were asked for in', () => {
  expect(unitOf({ ...view, quote: 'counterpart' }, 'NOT')).toBe('NOT');
  expect(unitOf({ ...view, quote: 'usd' }, 'NOT')).toBe('USD');
});
