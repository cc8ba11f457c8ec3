import { array, assert, constant, double, integer, property, tuple, uniqueArray } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { barResult, column } from '#testing/components/responses.ts';
import { eventually } from '#testing/eventually.ts';
import type { FetchTicks } from '#web/chart/history/market-history.ts';
import { createBars } from './bars.ts';
import { alignCloses, forwardFill, OverlayLines, spreadPercent } from './overlay-lines.ts';

const options = {
  quote: 'ton',
  bucketing: { interval: '1m', empty: 'gap' },
} as const;

/** A market with one tick. */
function marketAt(price: number): FetchTicks {
  const prices = { counterpart: price, ton: price, usd: price };
  return async () => ({ items: [{ time: 60_000, lt: 1n, prices }], next: undefined });
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
    { key: 'a', history: { fetchTicks } },
    { key: 'b', history: { fetchTicks: marketAt(3) } },
  ]);
  await eventually(() => expect([...errors()]).toEqual([['a', new Error('no response')]]));
  overlays.retry('a');
  await eventually(() => expect(prices()).toEqual([2, 3]));
  expect(errors().size).toBe(0);
  overlays.close();
});

test('reports another error of one market while that of another stays', async () => {
  const { overlays, errors } = createOverlays();
  const failing = (...messages: readonly string[]) => {
    const remaining = [...messages];
    return { fetchTicks: () => Promise.reject(new Error(remaining.shift())) };
  };
  overlays.setMarkets([
    { key: 'a', history: failing('no response') },
    { key: 'b', history: failing('busy', 'gone') },
  ]);
  const messages = () => Array.from(errors().values(), ({ message }) => message);
  await eventually(() => expect(messages()).toEqual(['no response', 'busy']));
  overlays.retry('b');
  await eventually(() => expect(messages()).toEqual(['no response', 'gone']));
  overlays.close();
});

test('removing a market removes its error', async () => {
  const { overlays, errors } = createOverlays();
  overlays.setMarkets([
    { key: 'a', history: { fetchTicks: () => Promise.reject(new Error('no response')) } },
  ]);
  await eventually(() => expect(errors().size).toBe(1));
  overlays.setMarkets([]);
  expect(errors().size).toBe(0);
});

test('lines are in the order of the markets, whatever loads first', async () => {
  const { overlays, prices } = createOverlays();
  const [one, two] = [
    { key: 'a', history: { fetchTicks: marketAt(2) } },
    { key: 'b', history: { fetchTicks: marketAt(3) } },
  ];
  overlays.setMarkets([two]);
  await eventually(() => expect(prices()).toEqual([3]));
  overlays.setMarkets([one, two]);
  await eventually(() => expect(prices()).toEqual([2, 3]));
  overlays.close();
});

function selectBars(times: readonly number[], closes: readonly number[]) {
  return { ...createBars(times.length), time: Float64Array.from(times), close: Float64Array.from(closes) };
}

const series = uniqueArray(integer({ min: 0, max: 200 }), { maxLength: 30 }).chain((times) =>
  tuple(
    constant(times.toSorted((a, b) => a - b)),
    array(double({ min: 0.1, max: 10, noNaN: true }), { minLength: times.length, maxLength: times.length }),
  ),
);

test('aligns the last price at or before every bar', () => {
  assert(
    property(series, series, ([times, closes], [otherTimes, otherCloses]) => {
      const aligned = alignCloses(selectBars(times, closes), selectBars(otherTimes, otherCloses));
      times.forEach((time, index) => {
        const otherIndex = otherTimes.findLastIndex((other) => other <= time);
        expect(aligned[index]).toBe(otherIndex < 0 ? Number.NaN : otherCloses[otherIndex]);
      });
    }),
  );
});

test('the spread compares the highest and the lowest known price', () => {
  const columns = [
    Float64Array.of(1, 2, Number.NaN),
    Float64Array.of(1.1, 1, 3),
    Float64Array.of(Number.NaN, 4, Number.NaN),
  ];
  const spread = Array.from(spreadPercent(columns));
  expect(spread[0]).toBeCloseTo(10, 9);
  expect(spread.slice(1)).toEqual([300, Number.NaN]);
});

test('fills gaps with the previous value', () => {
  expect(Array.from(forwardFill(Float64Array.of(Number.NaN, 1, Number.NaN, 2)))).toEqual([
    Number.NaN,
    1,
    1,
    2,
  ]);
});
