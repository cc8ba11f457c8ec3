import { expect, test } from 'vitest';
import { BarMaker } from './bar-maker.ts';
import type { Tick } from './ticks.ts';

const DAY = 86_400;

/** A tick every hour for so many days. */
function ticksOf(days: number): Tick[] {
  return Array.from({ length: days * 24 }, (_, hour) => ({
    time: 1_700_000_000_000 + hour * 3_600_000,
    lt: BigInt(hour),
    prices: { counterpart: 1, ton: 1, usd: 1 },
  }));
}

function intervalFor(seconds: number): string | undefined {
  const maker = new BarMaker();
  maker.take({ kind: 'add', ticks: ticksOf(70) });
  const bucketing = { quote: 'usd', interval: 'auto', empty: 'gap' } as const;
  const answer = maker.take({ kind: 'show', id: 1, bucketing, averages: [], seconds, isJoined: true });
  return answer && 'bars' in answer ? answer.interval : undefined;
}

test('the interval is chosen for the range, or for everything that is there', () => {
  expect(intervalFor(7 * DAY)).toBe('tick');
  expect(intervalFor(30 * DAY)).toBe('4h');
  expect(intervalFor(Number.POSITIVE_INFINITY)).toBe('4h');
  expect(intervalFor(70 * DAY)).toBe('4h');
});
