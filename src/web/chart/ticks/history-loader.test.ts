import { expect, test } from 'vitest';
import { HistoryLoader } from './history-loader.ts';
import { TickFeed } from './tick-feed.ts';

const MAX_PAGES = 20;
/** Ticks per page and per bar. */
const PAGE = 10;

/** A market of `pages` pages; bars are delivered a while after each page. The user sees `missing` bars before the first. */
function loaderFor(missing: number, pages: number, failsAt = Number.POSITIVE_INFINITY) {
  const state = { requests: 0, bars: 0 };
  const feed = new TickFeed(
    ({ cursor = '0' }) => {
      state.requests += 1;
      const page = Number(cursor);
      if (page === failsAt) return Promise.reject(new Error('gone'));
      const time = 1_000_000 - page * PAGE * 1000;
      const prices = { counterpart: 1, ton: 1, usd: 1 };
      const ticks = Array.from({ length: PAGE }, (_, at) => ({
        time: time - at * 1000,
        lt: BigInt(at),
        prices,
      }));
      return Promise.resolve({ ticks, next: page + 1 < pages ? String(page + 1) : undefined });
    },
    {
      onTicks: () => {
        state.bars += 1;
        setTimeout(() => loader.onVisible(state.bars - missing, false));
      },
      onState: () => undefined,
    },
  );
  const loader = new HistoryLoader(() => feed);
  return { loader, feed, state };
}

test('loads pages until the visible range and the prefetch margin are full', async () => {
  const { loader, state } = loaderFor(-25, 1000);
  loader.onVisible(25, true);
  loader.onVisible(25, true);
  await expect.poll(() => state.bars).toBe(15);
  expect(state.requests).toBe(15);
  expect(loader.isLoading).toBe(false);
});

test('one move of the chart loads a limited number of pages', async () => {
  const { loader, feed, state } = loaderFor(2500, 1000);
  loader.onVisible(-2500, true);
  await expect.poll(() => state.requests).toBe(MAX_PAGES);
  await expect.poll(() => loader.isLoading).toBe(false);
  expect([state.requests, feed.state.isLoading]).toEqual([MAX_PAGES, false]);
  loader.onVisible(-2480, true);
  await expect.poll(() => state.requests).toBe(2 * MAX_PAGES);
});

test('stops at the first tick of the market', async () => {
  const { loader, feed, state } = loaderFor(2500, MAX_PAGES);
  loader.onVisible(-2500, true);
  await expect.poll(() => feed.state.isComplete).toBe(true);
  loader.onVisible(-2480, true);
  expect(state.requests).toBe(MAX_PAGES);
});

test('loads nothing without a user action, after a stop or after an error', async () => {
  const { loader, feed, state } = loaderFor(10, 1000, 1);
  loader.onVisible(-10, false);
  expect(state.requests).toBe(0);
  loader.onVisible(-10, true);
  await expect.poll(() => feed.state.error).toBeDefined();
  loader.onVisible(-9, false);
  expect(state.requests).toBe(2);
  loader.onVisible(-9, true);
  expect(state.requests).toBe(3);
  loader.stop();
  await expect.poll(() => feed.state.isLoading).toBe(false);
  loader.onVisible(-9, false);
  expect(state.requests).toBe(3);
});
