import { expect, test } from 'vitest';
import { downsamplingText } from '#web/chart/rendering/downsampling-text.ts';
import type { Tick } from '#web/chart/ticks/ticks.ts';
import { BarBuilder } from './bar-builder.ts';
import type { BarOptions } from './bar-messages.ts';
import type { Interval } from './intervals.ts';

const DAY = 86_400;

/** A tick every hour for so many days. */
function ticksOf(days: number): Tick[] {
  return Array.from({ length: days * 24 }, (_, hour) => ({
    time: 1_700_000_000_000 + hour * 3_600_000,
    lt: BigInt(hour),
    prices: { counterpart: 1, ton: 1, usd: 1 },
  }));
}

const START = 1_700_000_000;

function shown(
  drawing: Partial<BarOptions> & { readonly interval?: Interval },
  days = 70,
  ticks = ticksOf(days),
) {
  const maker = new BarBuilder();
  maker.take({ kind: 'add', ticks });
  const { interval = 'auto', ...rest } = drawing;
  const bucketing = { quote: 'usd', interval, empty: 'gap' } as const;
  const range = { seconds: Number.POSITIVE_INFINITY, averages: [], isJoined: false };
  const answer = maker.take({ kind: 'show', id: 1, bucketing, ...range, ...rest });
  if (!answer || !('bars' in answer)) throw new Error('nothing was shown');
  return answer;
}

const intervalFor = (seconds: number) => shown({ seconds, isJoined: true }).interval;

test('the interval is chosen for the range, or for everything that is there', () => {
  expect(intervalFor(7 * DAY)).toBe('tick');
  expect(intervalFor(30 * DAY)).toBe('4h');
  expect(intervalFor(Number.POSITIVE_INFINITY)).toBe('4h');
  expect(intervalFor(70 * DAY)).toBe('4h');
});

test('the interval of a stretch is the same whatever is loaded around it', () => {
  const stretch = { seconds: DAY, until: START + 10 * DAY, isJoined: true };
  const busyEnd = Array.from({ length: 1440 }, (_, minute) => ({
    time: (START + 70 * DAY + minute * 60) * 1000,
    lt: BigInt(10_000 + minute),
    prices: { counterpart: 1, ton: 1, usd: 1 },
  }));
  const all = [...ticksOf(70), ...busyEnd];
  expect(shown(stretch, 10).interval).toBe('tick');
  expect(shown(stretch, 70, all).interval).toBe('tick');
  expect(shown({ ...stretch, until: START + 71 * DAY }, 70, all).interval).toBe('5m');
  // Its length counts, not that of the ticks in it.
  const quiet = { seconds: 10 * DAY, until: START + 5 * DAY };
  expect(shown(quiet, 5).interval).toBe(shown({ ...quiet, until: START + 3 * DAY }, 5).interval);
});

test('bars that have no room are longer, all of the range is there, and it is said', () => {
  const answer = shown({ seconds: 30 * DAY, interval: '1m' });
  expect(answer.interval).toBe('1h');
  expect(answer.bars.length).toBeGreaterThanOrEqual(30 * 24);
  expect(downsamplingText(answer)).toBe('Not all bars of 1m of this range fit: bars of 1h are drawn.');
  const short = shown({ seconds: DAY, interval: '1m' });
  expect(short.interval).toBe('1m');
  expect(downsamplingText(short)).toBe('');
});

test('of ticks that have no room the extremes are drawn, over the whole range, and it is said', () => {
  const ticks = ticksOf(200).map((tick, hour) => ({
    ...tick,
    prices: { ...tick.prices, usd: hour === 2_001 ? 50 : 1 + (hour % 7) / 100 },
  }));
  const answer = shown({ interval: 'tick', isThinned: true }, 200, ticks);
  expect(answer.interval).toBe('tick');
  expect(answer.bars.length).toBeLessThan(2_500);
  expect([...answer.bars.high]).toContain(50);
  expect(answer.bars.time[0]).toBeLessThan(START + DAY);
  expect(answer.bars.time.at(-1)).toBe((ticks.at(-1)?.time ?? 0) / 1000);
  expect(downsamplingText(answer)).toBe(
    'Not all ticks of this range fit: of every 8, the highest and the lowest are drawn.',
  );
});
