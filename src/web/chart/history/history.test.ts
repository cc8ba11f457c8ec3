import { array, assert, asyncProperty, bigInt, integer, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candleIntervals, candleSeconds as contractSeconds } from '#contract/candles.ts';
import { InvalidResponseError } from '#web/api/client/errors.ts';
import { fetchRange, HistoryFeed, HistoryLoader, type HistoryQuery } from './history-feed.ts';
import { TickStore } from './history-store.ts';
import {
  candleSeconds,
  type FetchTicks,
  parseCandlePage,
  rangeParameters,
  type Tick,
} from './market-history.ts';

describe('history feed', () => {
  function tickAt(second: number): Tick {
    return { time: second * 1000, lt: BigInt(second), prices: { counterpart: 1, ton: 1, usd: 1 } };
  }

  /** A market with one tick per second for `seconds` seconds, in pages of `size`. */
  function market(seconds: number, size: number) {
    const queries: HistoryQuery[] = [];
    const state = { seconds };
    const fetchTicks: FetchTicks = async (query) => {
      queries.push(query);
      const { cursor, from, to } = query;
      const end = Math.min(
        state.seconds,
        to ? to.getTime() / 1000 : state.seconds,
        Number(cursor ?? state.seconds),
      );
      const start = Math.max(from ? from.getTime() / 1000 : 0, end - size);
      const ticks = Array.from({ length: Math.max(end - start, 0) }, (_, index) => tickAt(end - 1 - index));
      const isEnd = start <= (from ? from.getTime() / 1000 : 0);
      return { items: ticks, next: isEnd ? undefined : String(start) };
    };
    return { fetchTicks, queries, state };
  }

  function feedOf(fetchTicks: FetchTicks, start?: HistoryQuery) {
    const received: number[] = [];
    const feed = new HistoryFeed(
      fetchTicks,
      {
        onItems: (ticks) => received.push(...ticks.map(({ time }) => time / 1000)),
        onState: () => undefined,
      },
      start,
    );
    return { feed, received };
  }

  const countdown = (from: number, to = 0) =>
    Array.from({ length: from - to }, (_, index) => from - 1 - index);

  test('loads every tick back to the first one exactly once', async () => {
    await assert(
      asyncProperty(integer({ min: 1, max: 60 }), integer({ min: 1, max: 20 }), async (seconds, size) => {
        const { fetchTicks, queries } = market(seconds, size);
        const { feed, received } = feedOf(fetchTicks);
        await feed.loadBackTo(Number.NEGATIVE_INFINITY);
        expect(received).toEqual(countdown(seconds));
        expect(feed.state).toMatchObject({ isComplete: true, isLoading: false, oldest: 0 });
        const calls = queries.length;
        await feed.loadOlder();
        expect(queries).toHaveLength(calls);
      }),
    );
  });

  test('concurrent calls load one page', async () => {
    const { fetchTicks, queries } = market(100, 10);
    const { feed, received } = feedOf(fetchTicks);
    await Promise.all([feed.loadOlder(), feed.loadOlder(), feed.loadOlder()]);
    expect(queries).toHaveLength(1);
    await feed.loadOlder();
    expect(received).toEqual(countdown(100, 80));
  });

  test('loads back to a timestamp and no further', async () => {
    const { fetchTicks } = market(100, 10);
    const { feed, received } = feedOf(fetchTicks);
    await feed.loadBackTo(75_000);
    expect(received).toEqual(countdown(100, 70));
  });

  test('extends a load that is in progress', async () => {
    const { fetchTicks } = market(100, 10);
    const { feed, received } = feedOf(fetchTicks);
    await Promise.all([feed.loadOlder(), feed.loadBackTo(75_000)]);
    expect(received).toEqual(countdown(100, 70));
  });

  test('keeps the pages loaded before a stop', async () => {
    const { fetchTicks } = market(100, 10);
    const stopping: FetchTicks = async (query, signal) => {
      const page = await fetchTicks(query, signal);
      if (query.cursor === '80') feed.stopLoading();
      return page;
    };
    const { feed, received } = feedOf(stopping);
    await feed.loadBackTo(0);
    expect(received).toEqual(countdown(100, 80));
    expect(feed.state).toMatchObject({ isLoading: false, isComplete: false, error: undefined });
    feed.close();
  });

  test('reports an error and continues on retry', async () => {
    const { fetchTicks } = market(30, 10);
    let fails = true;
    const failing: FetchTicks = (query, signal) =>
      fails && query.cursor === '20' ? Promise.reject(new Error('gone')) : fetchTicks(query, signal);
    const { feed, received } = feedOf(failing);
    await feed.loadBackTo(0);
    expect(feed.state.error).toEqual(new Error('gone'));
    fails = false;
    await feed.loadBackTo(0);
    expect(feed.state).toMatchObject({ error: undefined, isComplete: true });
    expect(received).toEqual(countdown(30));
  });

  test('stops when the service repeats a cursor', async () => {
    const { feed } = feedOf(async () => ({ items: [tickAt(1)], next: 'again' }));
    await feed.loadBackTo(Number.NEGATIVE_INFINITY);
    expect(feed.state.isComplete).toBe(true);
  });

  test('loads all new ticks, also after a long pause', async () => {
    const { fetchTicks, state } = market(20, 10);
    const { feed, received } = feedOf(fetchTicks);
    await feed.loadOlder();
    state.seconds = 65;
    await feed.loadNewer();
    expect(new Set(received)).toEqual(new Set(countdown(65, 10)));
  });

  test('a pause of several pages leaves no gap if one of them fails', async () => {
    const { fetchTicks, state } = market(20, 10);
    const failing = new Set(['55']);
    const { feed, received } = feedOf((query, signal) =>
      failing.has(query.cursor ?? '') ? Promise.reject(new Error('busy')) : fetchTicks(query, signal),
    );
    await feed.loadOlder();
    state.seconds = 65;
    await expect(feed.loadNewer()).rejects.toThrow('busy');
    expect(feed.state.newest).toBe(64_000);
    failing.clear();
    await feed.loadNewer();
    expect(new Set(received)).toEqual(new Set(countdown(65, 10)));
  });

  test('a market without ticks gets its first ones, also if a page of them fails', async () => {
    const { fetchTicks, state, queries } = market(0, 10);
    const failing = new Set(['15']);
    const { feed, received } = feedOf((query, signal) =>
      failing.has(query.cursor ?? '') ? Promise.reject(new Error('busy')) : fetchTicks(query, signal),
    );
    await feed.loadNewer();
    expect(queries).toEqual([]);
    await feed.loadOlder();
    await feed.loadNewer();
    expect(received).toEqual([]);
    state.seconds = 25;
    await expect(feed.loadNewer()).rejects.toThrow('busy');
    failing.clear();
    await feed.loadNewer();
    expect(new Set(received)).toEqual(new Set(countdown(25)));
    await feed.loadNewer();
    expect(queries.at(-1)).toEqual({ from: new Date(24_000) });
  });

  test('loads items again that may have changed, and those after them', async () => {
    const queries: HistoryQuery[] = [];
    const items = [4, 3, 2, 1].map((minute) => ({ time: minute * 60_000, isChanging: minute > 2 }));
    const feed = new HistoryFeed(
      async (query) => {
        queries.push(query);
        return { items, next: undefined };
      },
      { onItems: () => undefined, onState: () => undefined },
    );
    await feed.loadOlder();
    await feed.loadNewer();
    expect(queries.at(-1)).toEqual({ from: new Date(120_000) });
  });

  test('loads only the newest items again if all may have changed', async () => {
    const queries: HistoryQuery[] = [];
    const items = Array.from({ length: 500 }, (_, index) => ({
      time: (500 - index) * 1000,
      isChanging: true,
    }));
    const feed = new HistoryFeed(
      async (query) => {
        queries.push(query);
        return { items, next: undefined };
      },
      { onItems: () => undefined, onState: () => undefined },
    );
    await feed.loadOlder();
    await feed.loadNewer();
    expect(queries.at(-1)).toEqual({ from: new Date(491_000) });
  });

  test('a historical feed starts before its end and loads nothing newer', async () => {
    const { fetchTicks, queries } = market(100, 10);
    const { feed, received } = feedOf(fetchTicks, { to: new Date(50_000) });
    await feed.loadOlder();
    await feed.loadNewer();
    expect(received).toEqual(countdown(50, 40));
    expect(queries).toHaveLength(1);
  });

  test('requests a range by both ends, and older ticks only on demand', async () => {
    const { fetchTicks, queries } = market(100, 10);
    const { feed, received } = feedOf(fetchTicks, { from: new Date(45_000), to: new Date(50_000) });
    await feed.loadBackTo(45_000);
    expect(received).toEqual(countdown(50, 45));
    expect(queries).toEqual([{ from: new Date(45_000), to: new Date(50_000) }]);
    expect(feed.state.isComplete).toBe(false);
    await feed.loadOlder();
    expect(received).toEqual(countdown(50, 35));
    await feed.loadBackTo(0);
    expect(received).toEqual(countdown(50));
    expect(feed.state.isComplete).toBe(true);
  });

  test('loads an empty range in one call', async () => {
    const { fetchTicks, queries } = market(100, 10);
    const { feed, received } = feedOf(fetchTicks, { from: new Date(200_000), to: new Date(300_000) });
    await feed.loadBackTo(200_000);
    expect(received).toEqual([]);
    expect(queries).toHaveLength(1);
    expect(feed.state).toMatchObject({ isComplete: false, isLoading: false, newest: undefined });
  });

  test('a historical feed loads forward to the present', async () => {
    const now = Math.floor(Date.now() / 1000);
    const fetchTicks: FetchTicks = async ({ cursor, from, to }) => {
      const start = from ? from.getTime() / 1000 : 0;
      const end = Math.min(to ? to.getTime() / 1000 : now, Number(cursor ?? now));
      const ticks = Array.from({ length: Math.min(end - start, 10) }, (_, index) => tickAt(end - 1 - index));
      return { items: ticks, next: end - start > 10 ? String(end - 10) : undefined };
    };
    const { feed, received } = feedOf(fetchTicks, { to: new Date((now - 60) * 1000) });
    await feed.loadOlder();
    expect(received).toEqual(countdown(now - 60, now - 70));
    await feed.loadForward(25_000);
    expect(new Set(received)).toEqual(new Set(countdown(now - 35, now - 70)));
    expect(feed.isHistorical).toBe(true);
    await feed.loadForward(3_600_000);
    expect(new Set(received)).toEqual(new Set(countdown(now, now - 70)));
    expect(feed.isHistorical).toBe(false);
  });

  const MAX_PAGES = 20;
  /** Ticks per page and per bar. */
  const PAGE = 10;

  /** A market of `pages` pages; bars are delivered a while after each page. The user sees `missing` bars before the first. */
  function loaderFor(missing: number, pages: number, failsAt = Number.POSITIVE_INFINITY) {
    const state = { requests: 0, bars: 0 };
    const feed = new HistoryFeed(
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
        return Promise.resolve({ items: ticks, next: page + 1 < pages ? String(page + 1) : undefined });
      },
      {
        onItems: () => {
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
    await expect.poll(() => loader.isLoading).toBe(false);
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
});

describe('history store', () => {
  const tick = tuple(integer({ min: 0, max: 40 }), bigInt({ min: 0n, max: 4n })).map(
    ([time, lt]): Tick => ({
      time,
      lt,
      // Equal ticks have equal prices.
      prices: { counterpart: time + Number(lt) / 10, ton: Number.NaN, usd: 1 },
    }),
  );

  function rows(store: TickStore): string[] {
    const [{ time, length, close: counterpart }, { close: ton }, { close: usd }] = [
      store.columns('counterpart'),
      store.columns('ton'),
      store.columns('usd'),
    ];
    return Array.from({ length }, (_, index) =>
      [time[index], counterpart[index], ton[index], usd[index]].join(' '),
    );
  }

  test('sorts ticks and removes duplicates, whatever the order of the pages', () => {
    assert(
      property(array(record({ page: array(tick), isRead: integer({ min: 0, max: 1 }) })), (pages) => {
        const store = new TickStore();
        for (const { page, isRead } of pages) {
          store.add(page);
          if (isRead) rows(store);
        }
        const unique = new Map(
          pages.flatMap(({ page }) => page).map((one) => [`${one.time} ${one.lt}`, one]),
        );
        const expected = [...unique.values()]
          .toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt))
          .map(({ time, prices }) => [time, prices.counterpart, prices.ton, prices.usd].join(' '));
        expect(rows(store)).toEqual(expected);
      }),
    );
  });
});

describe('market history', () => {
  const amount = { value: '15', decimals: 1 };
  const values = { counterpart: amount, usd: amount };

  function candleAt(time: number, complete: boolean) {
    const prices = { open: values, high: values, low: values, close: values };
    const counts = { transactions: 3, buys: 2, sells: 1, traders: 1 };
    return { time: new Date(time).toISOString(), ...prices, volume: values, ...counts, complete };
  }

  test('charts use intervals of the service', () => {
    expect(candleIntervals).toEqual(expect.arrayContaining(Object.keys(candleSeconds)));
    expect(contractSeconds).toMatchObject(candleSeconds);
  });

  test('a query has the parameters that are defined', () => {
    const [from, to] = [new Date(0), new Date(60_000)];
    expect(rangeParameters({})).toEqual({});
    expect(rangeParameters({ cursor: 'older', from, to })).toEqual({
      cursor: 'older',
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T00:01:00.000Z',
    });
  });

  test('all pages of a range are fetched, until one is empty or repeats its cursor', async () => {
    const fetched = async (...pages: readonly [items: readonly number[], next?: string][]) => {
      const remaining = [...pages];
      const cursors: (string | undefined)[] = [];
      const items: number[] = [];
      const fetchPage = async ({ cursor }: HistoryQuery) => {
        cursors.push(cursor);
        const page = remaining.shift();
        if (!page) throw new RangeError('no more pages');
        return { items: page[0], next: page[1] };
      };
      await fetchRange(fetchPage, {}, new AbortController().signal, (page) => items.push(...page));
      return { cursors, items };
    };
    expect(await fetched([[3], 'a'], [[2], 'b'], [[1]])).toEqual({
      cursors: [undefined, 'a', 'b'],
      items: [3, 2, 1],
    });
    expect((await fetched([[3], 'a'], [[2], 'a'])).items).toEqual([3, 2]);
    expect((await fetched([[3], 'a'], [[], 'b'])).items).toEqual([3]);
  });

  test('decodes candles; unknown values are NaN', () => {
    const { items, next } = parseCandlePage({ items: [candleAt(60_000, true), {}], next: 'older' });
    const decoded = { counterpart: 1.5, ton: Number.NaN, usd: 1.5 };
    expect(items).toEqual([
      {
        time: 60_000,
        open: decoded,
        high: decoded,
        low: decoded,
        close: decoded,
        volume: decoded,
        count: 3,
        isChanging: false,
      },
    ]);
    expect(next).toBe('older');
  });

  test('candles that are not complete may change', () => {
    const { items } = parseCandlePage({ items: [candleAt(60_000, false), candleAt(0, true)] });
    expect(items.map(({ isChanging }) => isChanging)).toEqual([true, false]);
  });

  test.each([undefined, '<!doctype html>', {}, { items: 'none' }])('a page is not %j', (body) => {
    expect(() => parseCandlePage(body)).toThrow(InvalidResponseError);
  });
});
