import { expect, test } from 'vitest';
import type { Tick } from '#web/chart/history/ticks.ts';
import { downsamplingText } from '#web/chart/rendering/visible-rows.ts';
import { BarBuilder } from './bar-builder.ts';
import type { BarOptions } from './bar-messages.ts';
import { newIndicator } from './indicators.ts';
import type { Interval } from './intervals.ts';

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

test('indicators are parallel to the bars, also if these are downsampled', async () => {
  const indicators = [newIndicator('rsi'), newIndicator('macd')];
  const result = await build({ interval: 'tick', isDownsampled: true, indicators }, 200);
  expect(result.groupSize).toBeGreaterThan(1);
  expect(result.indicators.map(({ length }) => length)).toEqual([1, 3]);
  for (const column of result.indicators.flat()) expect(column).toHaveLength(result.bars.length);
  expect(result.indicators[0]?.at(-1)?.at(-1)).toBe(100);
});
