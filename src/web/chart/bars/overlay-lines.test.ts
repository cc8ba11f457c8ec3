import { expect, test, vi } from 'vitest';
import type { FetchTicks } from '#web/chart/ticks/tick-feed.ts';
import { createBars } from './bars.ts';
import { OverlayLines } from './overlay-lines.ts';

const drawing = {
  bucketing: { quote: 'ton', interval: '1m', empty: 'gap' },
  averages: [],
  seconds: 0,
  isJoined: true,
} as const;

/** A market with one tick. */
function marketAt(price: number): FetchTicks {
  const prices = { counterpart: price, ton: price, usd: price };
  return async () => ({ ticks: [{ time: 60_000, lt: 1n, prices }], next: undefined });
}

/** A chart of one bar that two pools are laid over. */
function laidOver() {
  let faults: ReadonlyMap<string, Error> = new Map();
  const others = new OverlayLines({
    lines: () => undefined,
    faults: (told) => {
      faults = told;
    },
  });
  others.follow(drawing, 60_000);
  const bars = { ...createBars(1), time: Float64Array.of(60), close: Float64Array.of(1) };
  const prices = () =>
    others
      .columns({ id: 1, asked: '1m', interval: '1m', group: 1, bars, averages: [], ticks: 1, took: 0 })
      .lines.map(([price]) => price);
  return { others, faults: () => faults, prices };
}

test('a market whose ticks do not come is told of, until they do', async () => {
  const { others, faults, prices } = laidOver();
  const ask = vi.fn<FetchTicks>(marketAt(2)).mockRejectedValueOnce(new Error('no answer'));
  others.show([
    { key: 'a', ask },
    { key: 'b', ask: marketAt(3) },
  ]);
  await vi.waitFor(() => expect([...faults()]).toEqual([['a', new Error('no answer')]]));
  others.retry('a');
  await vi.waitFor(() => expect(prices()).toEqual([2, 3]));
  expect(faults().size).toBe(0);
  others.close();
});

test('a market that is taken off takes its fault with it', async () => {
  const { others, faults } = laidOver();
  others.show([{ key: 'a', ask: () => Promise.reject(new Error('no answer')) }]);
  await vi.waitFor(() => expect(faults().size).toBe(1));
  others.show([]);
  expect(faults().size).toBe(0);
});

test('lines stand in the order in which their markets are named, whichever came first', async () => {
  const { others, prices } = laidOver();
  const [one, two] = [
    { key: 'a', ask: marketAt(2) },
    { key: 'b', ask: marketAt(3) },
  ];
  others.show([two]);
  await vi.waitFor(() => expect(prices()).toEqual([3]));
  others.show([one, two]);
  await vi.waitFor(() => expect(prices()).toEqual([2, 3]));
  others.close();
});
