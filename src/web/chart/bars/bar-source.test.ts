import { expect, test } from 'vitest';
import type { Tick } from '#web/chart/ticks/ticks.ts';
import { BarSource } from './bar-source.ts';

function tickAt(time: number, lt: bigint): Tick {
  return { time, lt, prices: { counterpart: time, ton: Number.NaN, usd: 1 } };
}

test('the ticks of a stretch are found as they came, oldest first, each once', async () => {
  const source = new BarSource(() => undefined);
  const [before, one, two, after] = [tickAt(999, 9n), tickAt(1000, 1n), tickAt(1000, 2n), tickAt(2000, 3n)];
  source.add([after, two, one]);
  source.add([two, before]);
  expect(await source.find({ from: 1000, until: 2000 })).toEqual([one, two]);
  expect(await source.find({ from: 0, until: Number.POSITIVE_INFINITY })).toEqual([before, one, two, after]);
  expect(await source.find({ from: 3000, until: 2000 })).toEqual([]);
  source.close();
});
