import { expect, test } from 'vitest';
import { HistoryLoader } from './history-loader.ts';
import { TickFeed } from './tick-feed.ts';

const MOST = 20;
/** A bar holds so many ticks, and a page too. */
const PAGE = 10;

/** A market of `pages` pages whose bars come, a while after each page, to a reader who sees from `wished` bars before them. */
function readerOf(wished: number, pages: number, failsAt = Number.POSITIVE_INFINITY) {
  const state = { asked: 0, bars: 0 };
  const feed = new TickFeed(
    ({ cursor = '0' }) => {
      state.asked += 1;
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
      ticks: () => {
        state.bars += 1;
        setTimeout(() => reading.seen(state.bars - wished, false));
      },
      state: () => undefined,
    },
  );
  const reading = new HistoryLoader(() => feed);
  return { reading, feed, state };
}

test('pages come until what is seen is full, and some beyond it', async () => {
  const { reading, state } = readerOf(10, 1000);
  reading.seen(-10, true);
  reading.seen(-10, true);
  await expect.poll(() => state.bars).toBe(50);
  expect(state.asked).toBe(50);
});

test('it ends at the first tick', async () => {
  const { reading, feed, state } = readerOf(2500, MOST);
  reading.seen(-2500, true);
  await expect.poll(() => feed.state.isComplete).toBe(true);
  reading.seen(-2480, true);
  expect(state.asked).toBe(MOST);
});

test('bars that come by themselves ask for nothing, nor do they after a stop or a failure', async () => {
  const { reading, feed, state } = readerOf(10, 1000, 1);
  reading.seen(-10, false);
  expect(state.asked).toBe(0);
  reading.seen(-10, true);
  await expect.poll(() => feed.state.fault).toBeDefined();
  reading.seen(-9, false);
  expect(state.asked).toBe(2);
  reading.seen(-9, true);
  expect(state.asked).toBe(3);
  reading.stop();
  await expect.poll(() => feed.state.isLoading).toBe(false);
  reading.seen(-9, false);
  expect(state.asked).toBe(3);
});
