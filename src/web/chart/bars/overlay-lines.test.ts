import { expect, test, vi } from 'vitest';
import { barResult, column } from '#testing/components/bar-result.ts';
import { eventually } from '#testing/eventually.ts';
import type { FetchTicks } from '#web/chart/ticks/tick-feed.ts';
import { OverlayLines } from './overlay-lines.ts';

const options = {
  bucketing: { quote: 'ton', interval: '1m', empty: 'gap' },
  averages: [],
  rangeSeconds: 0,
  isLine: true,
} as const;

/** A market with one tick. */
function marketAt(price: number): FetchTicks {
  const prices = { counterpart: price, ton: price, usd: price };
  return async () => ({ ticks: [{ time: 60_000, lt: 1n, prices }], next: undefined });
}

/** A chart of one bar with overlays. */
function createOverlays() {
  let errors: ReadonlyMap<string, Error> = new Map();
  const overlays = new OverlayLines({
    onLines: () => undefined,
    onErrors: (reported) => {
      errors = reported;
    },
  });
  overlays.follow(options, 60_000);
  const result = barResult({ time: column(60), close: column(1) }, { interval: '1m' });
  const prices = () => overlays.columns(result).lines.map(([price]) => price);
  return { overlays, errors: () => errors, prices };
}

test('reports an error until the ticks are loaded', async () => {
  const { overlays, errors, prices } = createOverlays();
  const fetchTicks = vi.fn<FetchTicks>(marketAt(2)).mockRejectedValueOnce(new Error('no response'));
  overlays.setMarkets([
    { key: 'a', fetchTicks },
    { key: 'b', fetchTicks: marketAt(3) },
  ]);
  await eventually(() => expect([...errors()]).toEqual([['a', new Error('no response')]]));
  overlays.retry('a');
  await eventually(() => expect(prices()).toEqual([2, 3]));
  expect(errors().size).toBe(0);
  overlays.close();
});

test('removing a market removes its error', async () => {
  const { overlays, errors } = createOverlays();
  overlays.setMarkets([{ key: 'a', fetchTicks: () => Promise.reject(new Error('no response')) }]);
  await eventually(() => expect(errors().size).toBe(1));
  overlays.setMarkets([]);
  expect(errors().size).toBe(0);
});

test('lines are in the order of the markets, whatever loads first', async () => {
  const { overlays, prices } = createOverlays();
  const [one, two] = [
    { key: 'a', fetchTicks: marketAt(2) },
    { key: 'b', fetchTicks: marketAt(3) },
  ];
  overlays.setMarkets([two]);
  await eventually(() => expect(prices()).toEqual([3]));
  overlays.setMarkets([one, two]);
  await eventually(() => expect(prices()).toEqual([2, 3]));
  overlays.close();
});
