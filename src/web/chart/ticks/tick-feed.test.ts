import { assert, asyncProperty, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { type FetchTicks, TickFeed, type TickQuery } from './tick-feed.ts';
import type { Tick } from './ticks.ts';

function tickAt(second: number): Tick {
  return { time: second * 1000, lt: BigInt(second), prices: { counterpart: 1, ton: 1, usd: 1 } };
}

/** A market with a tick at each of `seconds` seconds, in pages of `size`. */
function market(seconds: number, size: number) {
  const asked: TickQuery[] = [];
  const state = { seconds };
  const ask: FetchTicks = async (query) => {
    asked.push(query);
    const { cursor, from, to } = query;
    const end = Math.min(
      state.seconds,
      to ? to.getTime() / 1000 : state.seconds,
      Number(cursor ?? state.seconds),
    );
    const start = Math.max(from ? from.getTime() / 1000 : 0, end - size);
    const ticks = Array.from({ length: Math.max(end - start, 0) }, (_, index) => tickAt(end - 1 - index));
    const isEnd = start <= (from ? from.getTime() / 1000 : 0);
    return { ticks, next: isEnd ? undefined : String(start) };
  };
  return { ask, asked, state };
}

function feedOf(ask: FetchTicks, start?: TickQuery) {
  const seen: number[] = [];
  const feed = new TickFeed(
    ask,
    { ticks: (ticks) => seen.push(...ticks.map(({ time }) => time / 1000)), state: () => undefined },
    start,
  );
  return { feed, seen };
}

const countdown = (from: number, to = 0) => Array.from({ length: from - to }, (_, index) => from - 1 - index);

test('reading back meets every tick once, to the very first, and then asks no more', async () => {
  await assert(
    asyncProperty(integer({ min: 1, max: 60 }), integer({ min: 1, max: 20 }), async (seconds, size) => {
      const { ask, asked } = market(seconds, size);
      const { feed, seen } = feedOf(ask);
      await feed.loadBackTo(Number.NEGATIVE_INFINITY);
      expect(seen).toEqual(countdown(seconds));
      expect(feed.state).toMatchObject({ isComplete: true, isLoading: false, oldest: 0 });
      const calls = asked.length;
      await feed.loadOlder();
      expect(asked).toHaveLength(calls);
    }),
  );
});

test('one page at a time, however often it is asked for', async () => {
  const { ask, asked } = market(100, 10);
  const { feed, seen } = feedOf(ask);
  await Promise.all([feed.loadOlder(), feed.loadOlder(), feed.loadOlder()]);
  expect(asked).toHaveLength(1);
  await feed.loadOlder();
  expect(seen).toEqual(countdown(100, 80));
});

test('reads back to a moment, and no further', async () => {
  const { ask } = market(100, 10);
  const { feed, seen } = feedOf(ask);
  await feed.loadBackTo(75_000);
  expect(seen).toEqual(countdown(100, 70));
});

test('a page on its way is followed by those that are asked for meanwhile', async () => {
  const { ask } = market(100, 10);
  const { feed, seen } = feedOf(ask);
  await Promise.all([feed.loadOlder(), feed.loadBackTo(75_000)]);
  expect(seen).toEqual(countdown(100, 70));
});

test('what came before the stop is kept, and reading goes on from there', async () => {
  const { ask } = market(100, 10);
  const stopping: FetchTicks = async (query, signal) => {
    const page = await ask(query, signal);
    if (query.cursor === '80') feed.stop();
    return page;
  };
  const { feed, seen } = feedOf(stopping);
  await feed.loadBackTo(0);
  expect(seen).toEqual(countdown(100, 80));
  expect(feed.state).toMatchObject({ isLoading: false, isComplete: false, fault: undefined });
  feed.close();
});

test('a failure is told, and trying again goes on', async () => {
  const { ask } = market(30, 10);
  let fails = true;
  const failing: FetchTicks = (query, signal) =>
    fails && query.cursor === '20' ? Promise.reject(new Error('gone')) : ask(query, signal);
  const { feed, seen } = feedOf(failing);
  await feed.loadBackTo(0);
  expect(feed.state.fault).toEqual(new Error('gone'));
  fails = false;
  await feed.loadBackTo(0);
  expect(feed.state).toMatchObject({ fault: undefined, isComplete: true });
  expect(seen).toEqual(countdown(30));
});

test('a service that answers the same cursor again does not go on for ever', async () => {
  const { feed } = feedOf(async () => ({ ticks: [tickAt(1)], next: 'again' }));
  await feed.loadBackTo(Number.NEGATIVE_INFINITY);
  expect(feed.state.isComplete).toBe(true);
});

test('new ticks come, all of them, also after a long pause', async () => {
  const { ask, state } = market(20, 10);
  const { feed, seen } = feedOf(ask);
  await feed.loadOlder();
  state.seconds = 65;
  await feed.loadNewer();
  expect(new Set(seen)).toEqual(new Set(countdown(65, 10)));
});

test('a chart of the past starts before its moment and stays there', async () => {
  const { ask, asked } = market(100, 10);
  const { feed, seen } = feedOf(ask, { to: new Date(50_000) });
  await feed.loadOlder();
  await feed.loadNewer();
  expect(seen).toEqual(countdown(50, 40));
  expect(asked).toHaveLength(1);
});

test('a stretch is asked for by both its ends, and what came before it only when it is wanted', async () => {
  const { ask, asked } = market(100, 10);
  const { feed, seen } = feedOf(ask, { from: new Date(45_000), to: new Date(50_000) });
  await feed.loadBackTo(45_000);
  expect(seen).toEqual(countdown(50, 45));
  expect(asked).toEqual([{ from: new Date(45_000), to: new Date(50_000) }]);
  expect(feed.state.isComplete).toBe(false);
  await feed.loadOlder();
  expect(seen).toEqual(countdown(50, 35));
  await feed.loadBackTo(0);
  expect(seen).toEqual(countdown(50));
  expect(feed.state.isComplete).toBe(true);
});

test('a stretch without ticks is read in one call', async () => {
  const { ask, asked } = market(100, 10);
  const { feed, seen } = feedOf(ask, { from: new Date(200_000), to: new Date(300_000) });
  await feed.loadBackTo(200_000);
  expect(seen).toEqual([]);
  expect(asked).toHaveLength(1);
  expect(feed.state).toMatchObject({ isComplete: false, isLoading: false, newest: undefined });
});

test('a chart of the past goes on to now, and then lives', async () => {
  const now = Math.floor(Date.now() / 1000);
  const ask: FetchTicks = async ({ cursor, from, to }) => {
    const start = from ? from.getTime() / 1000 : 0;
    const end = Math.min(to ? to.getTime() / 1000 : now, Number(cursor ?? now));
    const ticks = Array.from({ length: Math.min(end - start, 10) }, (_, index) => tickAt(end - 1 - index));
    return { ticks, next: end - start > 10 ? String(end - 10) : undefined };
  };
  const { feed, seen } = feedOf(ask, { to: new Date((now - 60) * 1000) });
  await feed.loadOlder();
  expect(seen).toEqual(countdown(now - 60, now - 70));
  await feed.loadForward(25_000);
  expect(new Set(seen)).toEqual(new Set(countdown(now - 35, now - 70)));
  expect(feed.isHistorical).toBe(true);
  await feed.loadForward(3_600_000);
  expect(new Set(seen)).toEqual(new Set(countdown(now, now - 70)));
  expect(feed.isHistorical).toBe(false);
});
