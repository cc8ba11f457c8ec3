import { array, assert, double, integer, option, property, record, tuple } from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Tick } from '#web/chart/history/market-history.ts';
import { downsamplingText } from '#web/chart/rendering/visible-rows.ts';
import { BarBuilder } from './bar-builder.ts';
import type { BarOptions, BarRequest, TickResult } from './bar-messages.ts';
import { BarSource } from './bar-source.ts';
import { boundedRange, indexAt, positionAt, timeAt, windowAround } from './bar-window.ts';
import { closeBefore, createBars, extremeIndices, groupSizeFor, MAX_BARS, selectBars } from './bars.ts';
import { newIndicator } from './indicators.ts';
import type { Interval } from './intervals.ts';

describe('bars', () => {
  const price = option(double({ min: 1e-12, max: 1e9, noNaN: true }), { nil: Number.NaN });

  function buildBars(prices: readonly number[]) {
    const column = Float64Array.from(prices);
    const time = column.map((_, index) => index);
    return { ...createBars(prices.length), time, open: column, high: column, low: column, close: column };
  }

  test('keeps the extremes of every group and the newest bar', () => {
    assert(
      property(
        array(price, { minLength: 1, maxLength: 200 }),
        integer({ min: 1, max: 30 }),
        (prices, group) => {
          const bars = buildBars(prices);
          const selected = selectBars(bars, extremeIndices(bars, group));
          expect(selected.time).toEqual(selected.time.toSorted());
          expect(selected.time.at(-1)).toBe(prices.length - 1);
          expect(selected.length).toBeLessThanOrEqual(Math.ceil(prices.length / group) * 4 + 1);
          for (let from = 0; from < prices.length; from += group) {
            const priced = prices.slice(from, from + group).filter((price) => !Number.isNaN(price));
            const closes = [...selected.close].filter(
              (_, at) => Math.floor((selected.time[at] ?? 0) / group) * group === from,
            );
            if (priced.length === 0) continue;
            expect(closes).toContain(Math.max(...priced));
            expect(closes).toContain(Math.min(...priced));
          }
        },
      ),
    );
  });

  test('the close before a bar is that of the last bar with a price', () => {
    const bars = buildBars([1, Number.NaN, Number.NaN, 4, 5]);
    expect([0, 1, 2, 3, 4].map((index) => closeBefore(bars, index))).toEqual([Number.NaN, 1, 1, 1, 4]);
  });

  test('keeps bars that fit and groups the others until they fit', () => {
    expect(groupSizeFor(MAX_BARS - 1)).toBe(1);
    assert(
      property(integer({ min: MAX_BARS, max: 2_000_000 }), (bars) => {
        const group = groupSizeFor(bars);
        expect(Math.ceil(bars / group) * 4).toBeLessThanOrEqual(MAX_BARS);
      }),
    );
  });
});

describe('bar window', () => {
  const cases = integer({ min: 1, max: 1_000_000 }).chain((length) =>
    tuple(integer({ min: -500, max: length }), integer({ min: 1, max: 2_800 })).map(([from, width]) => ({
      length,
      visible: { from, to: from + width },
    })),
  );

  test('the window contains all visible bars and is small', () => {
    assert(
      property(cases, ({ length, visible }) => {
        const { from, to } = windowAround(length, visible);
        expect(from).toBeLessThanOrEqual(Math.max(visible.from, 0));
        expect(to).toBeGreaterThanOrEqual(Math.min(visible.to, length));
        expect(to - from).toBeLessThanOrEqual(6_000);
      }),
    );
  });

  test('the window stays while it has enough margin and moves before its end is visible', () => {
    assert(
      property(cases, integer({ min: 1, max: 300 }), ({ length, visible }, step) => {
        let window = windowAround(length, visible);
        let moves = 0;
        const width = visible.to - visible.from;
        for (let from = Math.min(visible.from, length - 1); from > 0; from -= step * 40) {
          const next = windowAround(length, { from, to: from + width }, window);
          if (next !== window) moves += 1;
          window = next;
          expect(window.from).toBeLessThanOrEqual(from);
        }
        expect(moves).toBeLessThanOrEqual(Math.ceil(length / 500) + 1);
      }),
    );
  });

  test('finds the bar that contains a time', () => {
    const bars = { ...createBars(3), time: Float64Array.of(60, 120, 300) };
    expect([59, 60, 119, 120, 299, 1000].map((second) => indexAt(bars, second))).toEqual([-1, 0, 0, 1, 1, 2]);
  });

  const complete = { length: 100, fillableShare: 0 };
  const previous = { from: 0, to: 50 };

  test('positions between bars are interpolated, those beyond them have steps', () => {
    const bars = { ...createBars(3), time: Float64Array.of(100, 110, 150) };
    const positions = [-0.5, 0, 0.5, 1, 1.25, 2, 3];
    expect([90, 100, 105, 110, 120, 150, 170].map((second) => positionAt(bars, second, 20))).toEqual(
      positions,
    );
    expect([0, 0.5, 1, 1.25, 2].map((position) => timeAt(bars, position))).toEqual([100, 105, 110, 120, 150]);
  });

  test('ends at the first bar and shortly after the newest one', () => {
    expect(boundedRange({ from: -30, to: 20 }, previous, complete)).toEqual({ from: -1, to: 49 });
    expect(boundedRange({ from: 80, to: 130 }, previous, complete)).toEqual({ from: 52, to: 102 });
    expect(boundedRange({ from: 10, to: 60 }, previous, complete)).toEqual({ from: 10, to: 60 });
  });

  test('zooming out ends when all bars are visible', () => {
    expect(boundedRange({ from: -500, to: 80 }, previous, complete)).toEqual({ from: -1, to: 102 });
  });

  test('leaves space for older bars while there are some', () => {
    const bounds = { length: 100, fillableShare: 0.5 };
    expect(boundedRange({ from: -90, to: 10 }, previous, bounds)).toEqual({ from: -51, to: 49 });
  });

  test('empty space that was requested by a link stays, but does not grow', () => {
    const empty = { from: -40, to: -10 };
    expect(boundedRange({ from: -60, to: -30 }, empty, complete)).toEqual(empty);
  });

  test('ranges are within the bounds and not wider than requested', () => {
    const ranges = record({
      from: double({ min: -1e5, max: 1e5, noNaN: true }),
      width: integer({ min: 5, max: 3_000 }),
    });
    assert(
      property(ranges, ranges, integer({ min: 1, max: 10_000 }), (one, other, length) => {
        const before = { from: other.from, to: other.from + other.width };
        const requested = { from: one.from, to: one.from + one.width };
        const { from, to } = boundedRange(requested, before, { length, fillableShare: 0 });
        expect(from).toBeGreaterThanOrEqual(Math.min(-1, before.from) - 1e-6);
        expect(to).toBeLessThanOrEqual(Math.max(length + 2, before.to) + 1e-6);
        expect(to - from).toBeLessThanOrEqual(one.width + 1e-6);
      }),
    );
  });
});

describe('bar source', () => {
  function tickAt(time: number, lt: bigint): Tick {
    return { time, lt, prices: { counterpart: time, ton: Number.NaN, usd: 1 } };
  }

  test('finds the ticks of a range, oldest first and without duplicates', async () => {
    const source = new BarSource(
      () => undefined,
      () => undefined,
    );
    const [before, one, two, after] = [tickAt(999, 9n), tickAt(1000, 1n), tickAt(1000, 2n), tickAt(2000, 3n)];
    source.addTicks([after, two, one]);
    source.addTicks([two, before]);
    expect(await source.findTicks({ from: 1000, until: 2000 })).toEqual([one, two]);
    expect(await source.findTicks({ from: 0, until: Number.POSITIVE_INFINITY })).toEqual([
      before,
      one,
      two,
      after,
    ]);
    expect(await source.findTicks({ from: 3000, until: 2000 })).toEqual([]);
    source.close();
  });

  /** A source whose worker does not respond by itself. */
  function withSilentWorker(onError: (error: unknown) => void = () => undefined) {
    const worker = {
      onmessage: (_event: { readonly data: TickResult }) => undefined,
      onerror: (_event: Event) => undefined,
      onmessageerror: (_event: Event) => undefined,
      postMessage: vi.fn<(request: BarRequest) => void>(),
    };
    vi.stubGlobal('Worker', function create() {
      return worker;
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    return { worker, source: new BarSource(() => undefined, onError) };
  }

  const bucketing = { empty: 'gap', interval: '1h' } as const;
  const always = { from: 0, until: Number.POSITIVE_INFINITY };

  test('continues on the main thread if the script of the worker cannot be loaded', async () => {
    const { worker, source } = withSilentWorker();
    const [one, two] = [tickAt(1000, 1n), tickAt(2000, 2n)];
    source.addTicks([one]);
    const found = source.findTicks(always);
    expect(worker.postMessage).toHaveBeenCalledTimes(2);
    worker.onerror(new Event('error'));
    expect(await found).toEqual([one]);
    source.addTicks([two]);
    expect(await source.findTicks(always)).toEqual([one, two]);
    expect(worker.postMessage).toHaveBeenCalledTimes(2);
  });

  test('a worker that responds stays after an error, and builds again on request', () => {
    const onError = vi.fn<(error: unknown) => void>();
    const { worker, source } = withSilentWorker(onError);
    void source.findTicks(always);
    worker.onmessage({ data: { id: 1, ticks: [] } });
    source.setOptions({ quote: 'usd', bucketing, averages: [], rangeSeconds: 1, isLine: false });
    const builds = () => worker.postMessage.mock.calls.filter(([{ kind }]) => kind === 'build').length;
    worker.onmessageerror(new Event('messageerror'));
    worker.onerror(new Event('error'));
    expect(onError).toHaveBeenCalledTimes(2);
    source.build();
    expect(builds()).toBe(1);
    source.retry();
    expect(builds()).toBe(2);
  });

  test('reports that there is no code to build bars, and loads it again on request', async () => {
    vi.doMock('./bar-builder.ts', () => {
      throw new Error('404');
    });
    const onError = vi.fn<(error: unknown) => void>();
    const { worker, source } = withSilentWorker(onError);
    const tick = tickAt(1000, 1n);
    source.addTicks([tick]);
    worker.onerror(new Event('error'));
    await expect.poll(() => onError.mock.calls).toEqual([[expect.any(Error)]]);
    const found = source.findTicks(always);
    vi.doUnmock('./bar-builder.ts');
    source.retry();
    expect(await found).toEqual([tick]);
  });
});

describe('bar builder', () => {
  const DAY = 86_400;

  /** One tick per hour. */
  function ticksOf(days: number): Tick[] {
    return Array.from({ length: days * 24 }, (_, hour) => ({
      time: 1_700_000_000_000 + hour * 3_600_000,
      lt: BigInt(hour),
      prices: { counterpart: 1, ton: 1, usd: 1 },
    }));
  }

  const START = 1_700_000_000;

  async function build(
    options: Partial<BarOptions> & { readonly interval?: Interval },
    days = 70,
    ticks = ticksOf(days),
  ) {
    const builder = new BarBuilder();
    await builder.handle({ kind: 'addTicks', ticks });
    const { interval = 'auto', ...rest } = options;
    const bucketing = { interval, empty: 'gap' } as const;
    const defaults = {
      quote: 'usd' as const,
      rangeSeconds: Number.POSITIVE_INFINITY,
      averages: [],
      isLine: false,
    };
    const result = await builder.handle({ kind: 'build', id: 1, bucketing, ...defaults, ...rest });
    if (!result || !('bars' in result)) throw new Error('no bars');
    return result;
  }

  const intervalOf = async (...parameters: Parameters<typeof build>) => (await build(...parameters)).interval;
  const intervalFor = (rangeSeconds: number) => intervalOf({ rangeSeconds, isLine: true });

  test('the automatic interval suits the range or all ticks', async () => {
    expect(await intervalFor(7 * DAY)).toBe('tick');
    expect(await intervalFor(30 * DAY)).toBe('4h');
    expect(await intervalFor(Number.POSITIVE_INFINITY)).toBe('4h');
    expect(await intervalFor(70 * DAY)).toBe('4h');
  });

  test('ticks outside a span do not change its interval', async () => {
    const span = { rangeSeconds: DAY, rangeEnd: START + 10 * DAY, isLine: true };
    const busyEnd = Array.from({ length: 1440 }, (_, minute) => ({
      time: (START + 70 * DAY + minute * 60) * 1000,
      lt: BigInt(10_000 + minute),
      prices: { counterpart: 1, ton: 1, usd: 1 },
    }));
    const all = [...ticksOf(70), ...busyEnd];
    expect(await intervalOf(span, 10)).toBe('tick');
    expect(await intervalOf(span, 70, all)).toBe('tick');
    expect(await intervalOf({ ...span, rangeEnd: START + 71 * DAY }, 70, all)).toBe('5m');
    // The length of the span counts, not that of its ticks.
    const quiet = { rangeSeconds: 10 * DAY, rangeEnd: START + 5 * DAY };
    expect(await intervalOf(quiet, 5)).toBe(await intervalOf({ ...quiet, rangeEnd: START + 3 * DAY }, 5));
  });

  test('the interval suits the whole range even if only its last moment has ticks', async () => {
    const [newest] = ticksOf(1);
    const last = newest && { ...newest, time: (START + 30 * DAY) * 1000, lt: 1_000n };
    expect(await intervalOf({ rangeSeconds: 7 * DAY }, 1, last && [...ticksOf(1), last])).toBe('1h');
    // The chart of a young market starts at its first tick.
    expect(await intervalOf({ rangeSeconds: 7 * DAY }, 1, last && [last])).toBe('1m');
  });

  test('lengthens the interval if the bars do not fit, and reports it', async () => {
    const result = await build({ rangeSeconds: 30 * DAY, interval: '1m' });
    expect(result.interval).toBe('1h');
    expect(result.bars.length).toBeGreaterThanOrEqual(30 * 24);
    expect(downsamplingText(result)).toBe('Not all 1m candles fit in this range. Showing 1h candles.');
    const short = await build({ rangeSeconds: DAY, interval: '1m' });
    expect(short.interval).toBe('1m');
    expect(downsamplingText(short)).toBe('');
  });

  test('downsamples ticks that do not fit to their extremes, and reports it', async () => {
    const ticks = ticksOf(200).map((tick, hour) => ({
      ...tick,
      prices: { ...tick.prices, usd: hour === 2_001 ? 50 : 1 + (hour % 7) / 100 },
    }));
    const result = await build({ interval: 'tick', isDownsampled: true }, 200, ticks);
    expect(result.interval).toBe('tick');
    expect(result.bars.length).toBeLessThan(2_500);
    expect([...result.bars.high]).toContain(50);
    expect(result.bars.time[0]).toBeLessThan(START + DAY);
    expect(result.bars.time.at(-1)).toBe((ticks.at(-1)?.time ?? 0) / 1000);
    expect(downsamplingText(result)).toBe(
      'Not all swaps fit in this range. Showing the highest and lowest of every 8.',
    );
  });

  test('downsampled candles have the requested interval', async () => {
    const { interval, groupSize } = await build({
      rangeSeconds: 30 * DAY,
      interval: '1m',
      isDownsampled: true,
    });
    expect({ interval, isGrouped: groupSize > 1 }).toEqual({ interval: '1m', isGrouped: true });
  });

  test('indicators are parallel to the bars, also if these are downsampled', async () => {
    const indicators = [newIndicator('rsi'), newIndicator('macd')];
    const result = await build({ interval: 'tick', isDownsampled: true, indicators }, 200);
    expect(result.groupSize).toBeGreaterThan(1);
    expect(result.indicators.map(({ length }) => length)).toEqual([1, 3]);
    for (const column of result.indicators.flat()) expect(column).toHaveLength(result.bars.length);
    expect(result.indicators[0]?.at(-1)?.at(-1)).toBe(100);
  });
});
