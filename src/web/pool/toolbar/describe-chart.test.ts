import { expect, test } from 'vitest';
import { barResult, column } from '#testing/components/bar-result.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { describeChart } from './describe-chart.ts';

const feed = { isLoading: false, isComplete: true, oldest: 0, newest: 7_200_000, error: undefined };
const state = {
  feed,
  requestedRange: undefined,
  visible: { from: 0, to: 1 },
  overlays: { lines: [column(7, 8, 9)], spread: undefined },
  result: barResult(
    { time: column(0, 3600, 7200), close: column(1, 2, 3), count: column(1, 1, 1) },
    { averages: [column(Number.NaN, 1.5, 2.5)] },
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
  overlayNames: ['A / C'],
  colors,
} as const;

test('describes price, interval, lines and time range at the last visible bar', () => {
  expect(describeChart(state, options)).toEqual({
    title: 'A / B',
    details: '2 B · 1h · candles',
    lines: [
      { color: 'average', dashes: [], text: 'SMA 2 1.5' },
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
