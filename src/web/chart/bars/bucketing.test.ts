import {
  array,
  assert,
  bigInt,
  constantFrom,
  double,
  integer,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intervalStart } from '#contract/interval-start.ts';
import { CandleStore, TickStore } from '#web/chart/history/history-store.ts';
import type { Candle, Tick } from '#web/chart/history/market-history.ts';
import { columnFactors, type EmptyBarMode } from './bars.ts';
import { buildBars } from './bucketing.ts';
import { automaticInterval, type BarInterval, intervalSeconds, intervalText } from './intervals.ts';

describe('bucketing', () => {
  const price = double({ min: 1e-12, max: 1e9, noNaN: true });
  const tick = record({
    time: integer({ min: 0, max: 4_000 }).map((second) => 1_700_000_000_000 + second * 1000),
    lt: bigInt({ min: 0n, max: 50n }),
    prices: record({ counterpart: price, ton: constantFrom(Number.NaN, 1.5), usd: price }),
  });
  const interval = constantFrom<BarInterval>('tick', '1s', '1m', '5m', '1h', '1d', '1w');

  /** Bars as rows, without empty bars. */
  function tradedRows(
    ticks: readonly Tick[],
    interval: BarInterval,
    quote: 'counterpart' | 'ton' = 'counterpart',
  ) {
    const store = new TickStore();
    store.add(ticks);
    const bars = buildBars(store.columns(quote), { interval, empty: 'gap' });
    return Array.from(bars.time, (time, index) => ({
      time,
      open: bars.open[index],
      high: bars.high[index],
      low: bars.low[index],
      close: bars.close[index],
      count: bars.count[index],
    })).filter(({ count }) => count !== 0);
  }

  /** Independent implementation of `tradedRows` for full intervals. */
  function expectedRows(ticks: readonly Tick[], interval: Exclude<BarInterval, 'tick'>) {
    const sorted = inOrder(ticks);
    const groups = new Map<number, number[]>();
    for (const { time, prices } of sorted) {
      const start = intervalStart(time / 1000, intervalSeconds[interval]);
      groups.set(start, [...(groups.get(start) ?? []), prices.counterpart]);
    }
    return [...groups].map(([time, group]) => ({
      time,
      open: group[0],
      high: Math.max(...group),
      low: Math.min(...group),
      close: group.at(-1),
      count: group.length,
    }));
  }

  function inOrder(ticks: readonly Tick[]): Tick[] {
    const byKey = new Map<string, Tick>();
    for (const one of ticks) {
      const key = `${one.time} ${one.lt}`;
      if (!byKey.has(key)) byKey.set(key, one);
    }
    return [...byKey.values()].sort((a, b) => a.time - b.time || Number(a.lt - b.lt));
  }

  test('bars have the first, highest, lowest and last price of their ticks', () => {
    assert(
      property(array(tick), interval, (ticks, length) => {
        if (length === 'tick') return;
        expect(tradedRows(ticks, length)).toEqual(expectedRows(ticks, length));
      }),
    );
  });

  test('tick bars have one tick each, at increasing times', () => {
    assert(
      property(array(tick), (ticks) => {
        const rows = tradedRows(ticks, 'tick');
        expect(rows.map(({ close }) => close)).toEqual(
          inOrder(ticks).map(({ prices }) => prices.counterpart),
        );
        for (const [index, { time }] of rows.entries())
          expect(time).toBeGreaterThan(rows[index - 1]?.time ?? 0);
      }),
    );
  });

  test('overlapping pages in any order give the same bars', () => {
    const pages = array(tick, { minLength: 1, maxLength: 20 }).chain((ticks) =>
      array(shuffledSubarray(inOrder(ticks)), { maxLength: 4 }).map((parts) => ({
        ticks: inOrder(ticks),
        parts,
      })),
    );
    assert(
      property(pages, interval, ({ ticks, parts }, length) => {
        const store = new TickStore();
        for (const part of parts) {
          store.add(part);
          void store.columns('usd');
        }
        store.add(ticks);
        const paged = buildBars(store.columns('usd'), { interval: length, empty: 'gap' });
        const whole = new TickStore();
        whole.add(ticks);
        expect(paged).toEqual(buildBars(whole.columns('usd'), { interval: length, empty: 'gap' }));
      }),
    );
  });

  test('skips ticks without a price in the quote', () => {
    assert(
      property(array(tick), (ticks) => {
        const priced = inOrder(ticks).filter(({ prices }) => !Number.isNaN(prices.ton));
        expect(tradedRows(ticks, 'tick', 'ton')).toHaveLength(priced.length);
      }),
    );
  });

  test('inserts empty bars as gaps or with the last close', () => {
    const at = (second: number, lt: bigint, counterpart: number): Tick => ({
      time: second * 1000,
      lt,
      prices: { counterpart, ton: 1, usd: 1 },
    });
    const store = new TickStore();
    store.add([at(60, 1n, 5), at(300, 2n, 7)]);
    const closes = (empty: EmptyBarMode) => {
      const bars = buildBars(store.columns('counterpart'), { interval: '1m', empty });
      return [Array.from(bars.time), Array.from(bars.close), Array.from(bars.count)];
    };
    const times = [60, 120, 180, 240, 300];
    expect(closes('gap')).toEqual([times, [5, Number.NaN, Number.NaN, Number.NaN, 7], [1, 0, 0, 0, 1]]);
    expect(closes('carry')).toEqual([times, [5, 5, 5, 5, 7], [1, 0, 0, 0, 1]]);
    expect(closes('connect')).toEqual(closes('carry'));
  });

  test('connected bars begin at the last close, and are otherwise those with gaps', () => {
    assert(
      property(array(tick, { minLength: 1 }), constantFrom('1m', '5m', '1h'), (ticks, length) => {
        const store = new TickStore();
        store.add(ticks);
        const barsWith = (empty: EmptyBarMode) =>
          buildBars(store.columns('counterpart'), { interval: length, empty });
        const [gaps, connected] = [barsWith('gap'), barsWith('connect')];
        expect(connected.time).toEqual(gaps.time);
        expect(connected.count).toEqual(gaps.count);
        const known = <Value>(value: Value | undefined) => value ?? Number.NaN;
        for (let index = 0; index < gaps.length; index += 1) {
          const before = connected.close[index - 1];
          const [open, high, low, close] = [gaps.open, gaps.high, gaps.low, gaps.close].map((column) =>
            Number.isNaN(known(column[index])) ? before : column[index],
          );
          expect([connected.open[index], connected.close[index]]).toEqual([before ?? open, close]);
          expect(connected.high[index]).toBe(Math.max(known(high), before ?? known(high)));
          expect(connected.low[index]).toBe(Math.min(known(low), before ?? known(low)));
        }
      }),
    );
  });

  test('bars of shorter candles are those of their ticks', () => {
    assert(
      property(array(tick), constantFrom('5m', '1h', '1d', '1w'), (ticks, longer) => {
        const ticksStore = new TickStore();
        ticksStore.add(ticks);
        const options = { empty: 'gap' } as const;
        const minutes = buildBars(ticksStore.columns('usd'), { ...options, interval: '1m' });
        const volume = minutes.count.map((count) => count * 2.5);
        const time = minutes.time.map((second) => second * 1000);
        const rebuilt = buildBars({ ...minutes, time, volume }, { ...options, interval: longer });
        const direct = buildBars(ticksStore.columns('usd'), { ...options, interval: longer });
        expect(rebuilt).toEqual({ ...direct, volume: direct.count.map((count) => count * 2.5) });
      }),
    );
  });

  test('a bar is incomplete if one of its candles before the newest is, and its volume is unknown if one of them is', () => {
    const store = new CandleStore();
    const candleAt = (second: number, volume: number, isChanging: boolean): Candle => {
      const price = { counterpart: 1, ton: 1, usd: 1 };
      const prices = { open: price, high: price, low: price, close: price };
      return {
        ...prices,
        time: second * 1000,
        volume: { ...price, usd: volume },
        count: 2,
        isChanging,
      };
    };
    store.add([candleAt(60, 5, true), candleAt(3600, 1, false), candleAt(3660, Number.NaN, true)]);
    store.add([candleAt(0, 7, false)]);
    const bars = () => buildBars(store.columns('usd'), { interval: '1h', empty: 'carry' });
    expect([...bars().volume, ...bars().incomplete, ...bars().count]).toEqual([12, Number.NaN, 1, 0, 4, 4]);
    // A later candle replaces that of the same time.
    store.add([candleAt(60, 6, false)]);
    expect([...bars().volume, ...bars().incomplete]).toEqual([13, Number.NaN, 0, 0]);
  });

  test('factors convert prices, and nothing else', () => {
    const store = new TickStore();
    const prices = (usd: number) => ({ counterpart: 1, ton: 2, usd });
    store.add([
      { time: 1_700_000_000_000, lt: 1n, prices: prices(10) },
      { time: 1_700_000_001_000, lt: 2n, prices: prices(20) },
    ]);
    const options = { interval: '1m', empty: 'gap' } as const;
    const bars = buildBars(store.columns('usd'), { ...options, factors: columnFactors(0.5, 0.5) });
    expect([...bars.open, ...bars.close, ...bars.count]).toEqual([5, 10, 2]);
    expect([...buildBars(store.columns('usd'), options).close]).toEqual([20]);
  });

  test('market caps have the volumes of prices', () => {
    const store = new CandleStore();
    const values = (usd: number) => ({ counterpart: 1, ton: 2, usd });
    const [price, volume] = [values(10), values(7)];
    store.add([
      { time: 0, open: price, high: price, low: price, close: price, volume, count: 1, isChanging: false },
    ]);
    const factors = columnFactors(3, 1);
    const bars = buildBars(store.columns('usd'), { interval: '1m', empty: 'gap', factors });
    expect([...bars.open, ...bars.close, ...bars.volume]).toEqual([30, 30, 7]);
  });
});

describe('intervals', () => {
  const lengths = constantFrom(...Object.values(intervalSeconds));
  const second = integer({ min: 0, max: 4_000_000_000 });

  test('a bar contains its timestamp and starts where the previous one ends', () => {
    assert(
      property(second, lengths, (timestamp, length) => {
        const start = intervalStart(timestamp, length);
        expect(timestamp - start).toBeGreaterThanOrEqual(0);
        expect(timestamp - start).toBeLessThan(length);
        expect(intervalStart(start, length)).toBe(start);
        expect(intervalStart(start - 1, length)).toBe(start - length);
      }),
    );
  });

  test('weeks start on Monday, days at midnight', () => {
    const at = (text: string) => Date.parse(text) / 1000;
    expect(intervalStart(at('2026-01-29T07:50:00Z'), intervalSeconds['1w'])).toBe(at('2026-01-26T00:00:00Z'));
    expect(intervalStart(at('2026-01-29T07:50:00Z'), intervalSeconds['1d'])).toBe(at('2026-01-29T00:00:00Z'));
  });

  test('the automatic interval suits the range', () => {
    expect(automaticInterval(3600, true)).toBe('1m');
    expect(automaticInterval(86_400, true)).toBe('5m');
    expect(automaticInterval(7 * 86_400, true)).toBe('1h');
    expect(automaticInterval(30 * 86_400, false)).toBe('4h');
    expect(automaticInterval(20 * 365 * 86_400, false)).toBe('1w');
  });

  test.each([
    ['1h', 3600, '1m'],
    ['24h', 86_400, '15m'],
    ['7d', 7 * 86_400, '1h'],
    ['30d', 30 * 86_400, '4h'],
    ['180 days', 180 * 86_400, '1d'],
  ])('%s have 60 to 200 candles', (_, seconds, interval) => {
    expect(automaticInterval(seconds, false)).toBe(interval);
  });

  test('the number of candles is close to the suitable one', () => {
    const seconds = integer({ min: 3600, max: 10 * 365 * 86_400 });
    assert(
      property(seconds, (length) => {
        const candles = length / intervalSeconds[automaticInterval(length, false)];
        expect(candles).toBeGreaterThanOrEqual(40);
        expect(candles).toBeLessThanOrEqual(length > 2 * 365 * 86_400 ? 522 : 300);
      }),
    );
    expect(automaticInterval(0, false)).toBe('1m');
  });

  test('labels UTC days and weeks if local time is shown', () => {
    expect(intervalText('1d', 'local')).toBe('1d (UTC)');
    expect(intervalText('1w', 'local')).toBe('1w (UTC)');
    expect(intervalText('1d', 'utc')).toBe('1d');
    expect(intervalText('4h', 'local')).toBe('4h');
  });
});
