import fc, {
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { currencies } from '#contract/enums.ts';
import { averageKinds, chartQueryParams } from '#contract/page-links.ts';
import { priceUnits } from '#contract/price-unit.ts';
import { barResult } from '#testing/components/responses.ts';
import { addressFormats, tonAddress } from '#testing/requests/valid-inputs.ts';
import type { BarResult } from './bars/bar-messages.ts';
import { emptyBarModes } from './bars/bars.ts';
import { type BarInterval, intervals, timeZones } from './bars/intervals.ts';
import {
  type ChartView,
  defaultView,
  parsePriceLevels,
  ranges,
  suitableCandles,
  viewLink,
} from './chart-view.ts';
import { canonicalJettonLink, parseJettonSearch } from './jetton-search.ts';
import { chartActivities, chartScales, chartTypes } from './rendering/chart-appearance.ts';
import { daySpan, emptyText, requestedBars, visibleRangeOf } from './requested-range.ts';

describe('chart view', () => {
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
    empty: constantFrom(...emptyBarModes),
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
    expect(intervalOf({ range: { from: 100 * 24 * hour, to: 107 * 24 * hour } }, hour)).toBe('1h');
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

  test('ignores averages of another kind, and lengths out of bounds', () => {
    const texts = ['sma1', 'sma501', 'wma20', 'ema2', 'sma500'];
    expect(viewLink.parse({ average: texts }).averages).toEqual([
      { kind: 'ema', length: 2 },
      { kind: 'sma', length: 500 },
    ]);
  });

  test('parses at most ten distinct price lines', () => {
    const texts = ['0.5', '5e-1', '1.2345678e-9', '-1', '0', 'NaN', 'Infinity', '1e99', '0x10', '', ' 1'];
    expect(viewLink.parse({ line: texts }).priceLevels).toEqual([0.5, 1.23457e-9]);
    expect(viewLink.parse({ line: '12' }).priceLevels).toEqual([12]);
    expect(
      viewLink.parse({ line: Array.from({ length: 20 }, (_, index) => String(index + 1)) }).priceLevels,
    ).toHaveLength(10);
  });
});

describe('requested range', () => {
  const HOUR = 3600;
  const DAY = 24 * HOUR;

  /** Bars with one tick each at these hours. */
  function resultAt(hours: readonly number[], interval: BarInterval = '1h'): BarResult {
    const time = Float64Array.from(hours, (hour) => hour * HOUR);
    const count = new Float64Array(hours.length).fill(1);
    return barResult({ time, count }, { interval });
  }

  const feed = {
    isLoading: false,
    isComplete: false,
    oldest: 0,
    newest: 100 * HOUR * 1000,
    error: undefined,
  };
  const visible = { from: -1, to: 200 };

  test('excludes the bar of context before a named range', () => {
    const result = resultAt([50, 75, 80, 100]);
    const at = (requestedRange: '24h' | 'all' | undefined) =>
      requestedBars({ result, requestedRange, feed, visible });
    expect(at('24h')).toEqual({ from: 2, to: 3 });
    expect(at('all')).toEqual({ from: 0, to: 3 });
    expect(at(undefined)).toBe(visible);
  });

  test('the end of a span is exclusive', () => {
    const result = resultAt([23, 24, 30, 47, 48]);
    expect(requestedBars({ result, requestedRange: { from: DAY, to: 2 * DAY }, feed, visible })).toEqual({
      from: 1,
      to: 3,
    });
    const narrow = { from: 1.5, to: 2.5 };
    expect(
      requestedBars({ result, requestedRange: { from: DAY, to: 2 * DAY }, feed, visible: narrow }),
    ).toEqual(narrow);
  });

  test('a span within one bar gives that bar', () => {
    const result = resultAt([0, 24, 48], '1d');
    const requestedRange = { from: 30 * HOUR, to: 31 * HOUR };
    expect(requestedBars({ result, requestedRange, feed, visible })).toEqual({ from: 1, to: 1 });
    expect(emptyText({ result, requestedRange, feed, visible })).toBe('');
  });

  test('an empty span is not reported as a market without swaps', () => {
    const requestedRange = { from: DAY, to: 2 * DAY };
    const none = { ...feed, oldest: undefined, newest: undefined };
    const text = 'No swaps in this range.';
    const shown = { result: resultAt([20, 50]), requestedRange, feed, visible };
    expect(emptyText(shown)).toBe(text);
    expect(emptyText({ ...shown, result: resultAt([20, 30, 50]) })).toBe('');
    expect(emptyText({ ...shown, result: undefined, feed: { ...none, isComplete: true } })).toBe(text);
    expect(emptyText({ ...shown, feed: { ...feed, isLoading: true } })).toBe('');
    expect(
      emptyText({ ...shown, requestedRange: '7d', result: undefined, feed: { ...none, isComplete: true } }),
    ).toMatch(/^No swaps yet/);
  });

  test('the position of a span can extend beyond the bars', () => {
    const result = resultAt([10, 11, 12, 13]);
    expect(visibleRangeOf(result, { from: 0, to: DAY })).toEqual({ from: -10, to: 14 });
    expect(visibleRangeOf(result, { from: 10.5 * HOUR, to: 12 * HOUR })).toEqual({ from: 0.5, to: 2 });
    expect(visibleRangeOf(resultAt([10, 11], 'tick'), { from: 0, to: DAY })).toEqual({ from: -1, to: 1 });
  });

  const before = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  const second = (text: string) => Date.parse(text) / 1000;

  test.each([
    ['2026-01-29', 'utc', '2026-01-29T00:00:00Z', '2026-01-30T00:00:00Z'],
    ['2026-01-29', 'local', '2026-01-28T23:00:00Z', '2026-01-29T23:00:00Z'],
    ['2026-03-29', 'local', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ] as const)('%s, %s, lasts from %s to %s', (date, zone, from, to) => {
    expect(daySpan(date, zone)).toEqual({ from: second(from), to: second(to) });
  });

  test.each(['', '1969-07-20', 'someday'])('rejects %j', (date) => {
    expect(daySpan(date, 'utc')).toBeUndefined();
    expect(daySpan(date, 'local')).toBeUndefined();
  });
});

describe('jetton search', () => {
  const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
  const raw = '0:906697A57AF1CDB1BC39214B7049AE02B3C92A5B0C342AC61E0EB8BD9304B5F1';

  test.each([
    [{ currency: 'eur' }, { currency: 'eur' }],
    [{ currency: 'usd' }, { currency: 'usd' }],
    [{ currency: 'EUR', period: '24h' }, { period: '24h' }],
    [{ period: '15m', range: '30d' }, { range: '30d' }],
    [{ range: '2d', period: ['1h', '6h'] }, {}],
    [
      { exchangeId: 'stonfi', counterpart: raw, poolAddress: friendly },
      { exchangeId: 'stonfi', counterpart: friendly, poolAddress: friendly },
    ],
    [{ exchangeId: '', counterpart: 'x', poolAddress: [friendly, friendly] }, {}],
    [{ market: friendly, limit: '3' }, {}],
    [
      { side: 'buy', size: '1000', trader: raw },
      { side: 'buy', size: '1000', trader: friendly },
    ],
    [{ side: 'TT_BUY', size: '5', trader: 'x' }, {}],
  ])('%j is parsed as %j', (query, search) => {
    expect(parseJettonSearch(query)).toEqual(search);
  });

  test('redirects every form of an address to the bounceable form', () => {
    fc.assert(
      fc.property(tonAddress, fc.constantFrom(...addressFormats), (address, format) => {
        const canonical = toUserFriendly(address.toRawString());
        const link = canonicalJettonLink({ address: format(address), search: {} }, 'usd');
        expect(link).toEqual(format(address) === canonical ? undefined : { address: canonical, search: {} });
      }),
    );
  });

  test('removes invalid parameters, and keeps their order', () => {
    const canonical = { address: friendly, search: { period: '1h' } };
    expect(
      canonicalJettonLink({ address: friendly, search: { colour: 'red', period: '1h' } }, 'usd'),
    ).toEqual(canonical);
    const search = { range: '7d', period: '1h' };
    expect(canonicalJettonLink({ address: friendly, search }, 'usd')).toBeUndefined();
  });

  test('does not redirect invalid addresses', () => {
    expect(canonicalJettonLink({ address: 'nonsense', search: {} }, 'usd')).toBeUndefined();
  });

  test('adds the stored currency to links without a currency', () => {
    const others = currencies.filter((code) => code !== 'usd');
    fc.assert(
      fc.property(fc.constantFrom(...others), fc.constantFrom(...currencies), (stored, linked) => {
        const search = { period: '1h' };
        expect(canonicalJettonLink({ address: friendly, search }, stored)).toEqual({
          address: friendly,
          search: { ...search, currency: stored },
        });
        expect(
          canonicalJettonLink({ address: friendly, search: { currency: linked } }, stored),
        ).toBeUndefined();
      }),
    );
  });
});
