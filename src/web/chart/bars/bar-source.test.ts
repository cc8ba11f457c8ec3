import { expect, test } from 'vitest';
import type { Tick } from '#web/chart/history/ticks.ts';
import { BarSource } from './bar-source.ts';

function tickAt(time: number, lt: bigint): Tick {
  return { time, lt, prices: { counterpart: time, ton: Number.NaN, usd: 1 } };
}

test('finds the ticks of a range, oldest first and without duplicates', async () => {
  const source = new BarSource(() => undefined);
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
