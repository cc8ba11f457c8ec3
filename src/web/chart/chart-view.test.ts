import {
  anything,
  array,
  assert,
  constantFrom,
  dictionary,
  double,
  integer,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check';
import { expect, test } from 'vitest';
import { averageKinds, chartQueryParams } from '#contract/page-links.ts';
import { priceUnits } from '#web/money/price-unit.ts';
import { intervals, timeZones } from './bars/intervals.ts';
import {
  type ChartView,
  defaultView,
  parsePriceLevels,
  ranges,
  suitableCandles,
  viewLink,
} from './chart-view.ts';
import { chartActivities, chartScales, chartTypes } from './rendering/chart-appearance.ts';

const span = tuple(integer({ min: 0, max: 2_000_000_000 }), integer({ min: 1, max: 1_000_000 })).map(
  ([from, length]) => ({ from, to: from + length }),
);
const averages = array(
  record({ kind: constantFrom(...averageKinds), length: integer({ min: 2, max: 500 }) }),
  { maxLength: 3 },
).map((list) => [...new Map(list.map((one) => [one.kind + one.length, one])).values()]);
const view = record<ChartView>({
  quote: constantFrom(...priceUnits),
  type: constantFrom(...chartTypes),
  interval: constantFrom(...intervals),
  range: oneof(constantFrom(...ranges), span),
  scale: constantFrom(...chartScales),
  averages,
  zone: constantFrom(...timeZones),
  empty: constantFrom('gap', 'carry'),
  activity: constantFrom(...chartActivities),
  priceLevels: array(double({ min: 1e-20, max: 1e20, noNaN: true })).map(parsePriceLevels),
});

test('candles suit the range, or the history if it is shorter; single swaps are not candles', () => {
  const hour = 3600;
  const intervalOf = (view: Partial<ChartView>, historySeconds = 365 * 24 * hour) =>
    suitableCandles({ ...defaultView, ...view }, historySeconds);
  expect(intervalOf({ range: '24h' })).toBe('15m');
  expect(intervalOf({ range: '24h' }, hour)).toBe('1m');
  expect(intervalOf({ range: 'all' }, 100 * 24 * hour)).toBe('1d');
  expect(intervalOf({ range: 'all', interval: '1m' }, 30 * 24 * hour)).toBe('1h');
  expect(intervalOf({ range: 'all', interval: '1w' })).toBe('1w');
  expect(intervalOf({ range: 'all', interval: '1m' }, Number.POSITIVE_INFINITY)).toBe('1d');
  expect(intervalOf({ range: { from: 0, to: 7 * 24 * hour } }, hour)).toBe('1h');
  expect(intervalOf({ type: 'line' })).toBe('1h');
  for (const view of [{ interval: 'tick' }, { interval: '1s' }, { type: 'dots' }] as const)
    expect(intervalOf(view)).toBeUndefined();
});

test('a link restores the view', () => {
  assert(
    property(view, (parsed) => {
      expect(viewLink.parse(viewLink.serialize(parsed))).toEqual(parsed);
      expect(chartQueryParams).toEqual(expect.arrayContaining(Object.keys(viewLink.serialize(parsed))));
    }),
  );
});

test('the query of the default view is empty', () => {
  expect(viewLink.serialize(defaultView)).toEqual({});
  expect(viewLink.parse({})).toEqual(defaultView);
});

const names = constantFrom(...chartQueryParams);

test('parses any query to a view that survives a round trip', () => {
  assert(
    property(dictionary(names, anything()), (query) => {
      const parsed = viewLink.parse(query);
      expect(viewLink.parse(viewLink.serialize(parsed))).toEqual(parsed);
    }),
  );
});

test('parses times as seconds and as dates', () => {
  const range = { from: 1_769_644_800, to: 1_769_673_000 };
  expect(viewLink.parse({ from: '1769644800', to: '1769673000' }).range).toEqual(range);
  expect(viewLink.parse({ from: '2026-01-29', to: '2026-01-29T07:50:00Z' }).range).toEqual(range);
  expect(viewLink.parse({ from: '1769673000', to: '1769644800' }).range).toBe('7d');
});

test('parses at most ten distinct price lines', () => {
  const texts = ['0.5', '5e-1', '1.2345678e-9', '-1', '0', 'NaN', 'Infinity', '1e99', '0x10', '', ' 1'];
  expect(viewLink.parse({ line: texts }).priceLevels).toEqual([0.5, 1.23457e-9]);
  expect(viewLink.parse({ line: '12' }).priceLevels).toEqual([12]);
  expect(
    viewLink.parse({ line: Array.from({ length: 20 }, (_, index) => String(index + 1)) }).priceLevels,
  ).toHaveLength(10);
});
