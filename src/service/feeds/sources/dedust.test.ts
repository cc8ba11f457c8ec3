import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import {
  ContradictionError,
  type DiscoveryState,
  OPEN_END,
  SourceError,
} from '#service/feeds/client/source.ts';
import { nothingStored, type ScriptedRequest, scriptedClient } from '#testing/feeds/scripted-client.ts';
import { createDedustSource } from './dedust.ts';

const address = (digit: string) => `0:${digit.repeat(64)}`;
const POOL = address('a');
const JETTON = address('b');
const TRADER = address('c');
const START = new Date('2026-08-01T12:00:00Z');
const signal = new AbortController().signal;

let now: Date;
beforeEach(() => {
  now = START;
});

const jetton = { type: 'jetton', address: toUserFriendly(JETTON) };
const metadata = { name: 'Jetton', symbol: 'JET', image: 'https://a.example/x', decimals: 6 };
const pool = {
  address: toUserFriendly(POOL),
  lt: '1000',
  type: 'volatile',
  tradeFee: '0.25',
  assets: [{ type: 'native' }, { ...jetton, metadata }],
  reserves: ['5000', '70'],
};
const short = { ...pool, assets: ['native', `jetton:${toUserFriendly(JETTON)}`] };
const trade = {
  sender: TRADER.toUpperCase(),
  assetIn: { type: 'native' },
  assetOut: jetton,
  amountIn: '1000000000',
  amountOut: '2500000',
  lt: '1000',
  createdAt: '2026-08-01T11:59:58.000Z',
};
const swap = {
  pool: POOL,
  trader: TRADER,
  time: new Date('2026-08-01T11:59:58Z'),
  lt: 1000n,
  sold0: true,
  amount0: { baseUnits: '1000000000' },
  amount1: { baseUnits: '2500000' },
};
const trades = `/v2/pools/${toUserFriendly(POOL)}/trades`;
const open = { subject: POOL, from: 100n, to: OPEN_END };

function sourceOf(respond: (request: ScriptedRequest) => unknown) {
  const { client, requests } = scriptedClient(respond);
  return { source: createDedustSource(client, { exchange: 'dedust', now: () => now }), requests };
}

/** Serves pages of trades in ascending order, as DeDust does. */
function tradesOf(all: readonly (typeof trade)[], { query }: ScriptedRequest) {
  const after = BigInt(query.get('after_lt') ?? 0);
  return all.filter(({ lt }) => BigInt(lt) > after).slice(0, Number(query.get('page_size')));
}

function market(all: readonly unknown[], list: unknown = [short]) {
  return sourceOf((request) => {
    if (request.path === trades) return tradesOf(all as (typeof trade)[], request);
    return request.path === '/v2/pools-lite' ? list : undefined;
  });
}

describe('a page', () => {
  test('contains the trades of a pool, and ends where the next range starts', async () => {
    const { source, requests } = market([trade]);
    expect(await source.read(open, nothingStored, signal)).toEqual({
      pools: [{ address: POOL, exchange: 'dedust', asset0: TON_ADDRESS, asset1: JETTON, type: 'volatile' }],
      swaps: [swap],
      invalid: [],
      end: 1001n,
    });
    expect(requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/v2/pools-lite?',
      `${trades}?page_size=100&after_lt=99`,
    ]);
  });

  test('gives the direction by the assets of the pool', async () => {
    const { source } = market([{ ...trade, assetIn: jetton, assetOut: { type: 'native' } }]);
    expect((await source.read(open, nothingStored, signal)).swaps).toEqual([
      { ...swap, sold0: false, amount0: { baseUnits: '2500000' }, amount1: { baseUnits: '1000000000' } },
    ]);
  });

  test.each([
    ['assetIn and assetOut must be the assets of the pool', { assetIn: { ...jetton, address: POOL } }],
    ['assetIn and assetOut must be the assets of the pool', { assetIn: jetton }],
    ['assetIn has an unknown type', { assetIn: { type: 'extra_currency', id: 100 } }],
    ['assetOut is missing', { assetOut: null }],
    ['amountIn must be greater than 0', { amountIn: '0' }],
    ['amountOut exceeds 256 bits', { amountOut: '7'.repeat(90) }],
    ['sender is not a valid address', { sender: 'x' }],
    ['createdAt is missing', { createdAt: undefined }],
  ])('reports invalid trades: %s (case %#)', async (reason, changes) => {
    const { source } = market([trade, { ...trade, lt: '1001', ...changes }]);
    expect(await source.read(open, nothingStored, signal)).toMatchObject({
      swaps: [swap],
      invalid: [{ reason, event: { pool: POOL, trade: { lt: '1001' } } }],
      end: 1002n,
    });
  });

  test('ends a range without trades where it starts', async () => {
    const { source } = market([]);
    expect(await source.read(open, nothingStored, signal)).toEqual({
      pools: [],
      swaps: [],
      invalid: [],
      end: 100n,
    });
  });

  test('is followed by another one until the list is reached', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...trade, lt: String(200 + index) }));
    const { source } = market(many, [{ ...short, lt: '349' }]);
    const first = await source.read(open, nothingStored, signal);
    expect([first.swaps?.length, first.next, first.end]).toEqual([100, 300n, undefined]);
    const second = await source.read({ ...open, from: 300n }, nothingStored, signal);
    expect([second.swaps?.length, second.next, second.end]).toEqual([50, undefined, 350n]);
  });

  describe('that is full', () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...trade, lt: String(200 + index) }));
    const reading = (respond: (request: ScriptedRequest) => readonly unknown[]) =>
      sourceOf((request) => (request.path === trades ? respond(request) : [{ ...short, lt: '349' }]));
    const newest = ({ query }: ScriptedRequest) => many.slice(-Number(query.get('page_size')));

    test('is compared with the first trade once per start', async () => {
      const { source, requests } = market(many, [{ ...short, lt: '349' }]);
      for (let times = 0; times < 3; times += 1) await source.read(open, nothingStored, signal);
      const sizes = requests.map(({ query }) => query.get('page_size')).filter(Boolean);
      expect(sizes).toEqual(['100', '1', '100', '100']);
    });

    test.each([
      ['in ascending order', newest],
      ['in descending order', (request: ScriptedRequest) => newest(request).toReversed()],
    ])('stops the feed if it has the newest trades, %s', async (_, respond) => {
      const { source } = reading(respond);
      const error = await source.read(open, nothingStored, signal).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ContradictionError);
      expect(String(error)).toContain(`${trades}: page_size=1 returns a newer trade`);
    });

    test('is requested again if it lacks the first trade', async () => {
      let late: readonly unknown[] = many.slice(1);
      const { source } = reading(({ query }) => {
        const isProbe = query.get('page_size') === '1';
        if (isProbe) late = many;
        return late.slice(0, isProbe ? 1 : 100);
      });
      await expect(source.read(open, nothingStored, signal)).rejects.toThrow(SourceError);
      expect((await source.read(open, nothingStored, signal)).swaps).toHaveLength(100);
    });
  });

  test('is followed by another one if it is short, but older than the list', async () => {
    const { source } = market([trade], [{ ...short, lt: '2000' }]);
    const first = await source.read(open, nothingStored, signal);
    expect(first).toMatchObject({ swaps: [swap], next: 1001n });
    const second = await source.read({ ...open, from: 1001n }, nothingStored, signal);
    expect(second).toEqual({ pools: [], swaps: [], invalid: [], end: 1001n });
  });

  test('does not exceed the range', async () => {
    const { source } = market([{ ...trade, lt: '99' }, trade, { ...trade, lt: '1001' }]);
    const page = await source.read({ subject: POOL, from: 1000n, to: 1001n }, nothingStored, signal);
    expect(page).toMatchObject({ swaps: [swap], invalid: [] });
    expect(page).not.toHaveProperty('next');
    expect(page).not.toHaveProperty('end');
  });

  test('any way of paging yields every trade once', async () => {
    const lts = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(lts, fc.shuffledSubarray([0, 1, 2]), async (values, order) => {
        const all = values.toSorted((a, b) => a - b).map((lt) => ({ ...trade, lt: String(lt) }));
        const { source } = sourceOf((request) => {
          if (request.path !== trades) return [short];
          const page = tradesOf(all, request);
          return order[0] === 1 ? page.toReversed() : page;
        });
        const read: bigint[] = [];
        for (let from: bigint | undefined = 1n; from !== undefined; ) {
          const page = await source.read({ ...open, from }, nothingStored, signal);
          read.push(...(page.swaps ?? []).map(({ lt }) => lt));
          from = page.next;
        }
        expect(read.toSorted((a, b) => Number(a - b))).toEqual(all.map(({ lt }) => BigInt(lt)));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['/v2/pools-lite: the list does not contain the pool', []],
    ['/v2/pools-lite: unexpected response: expected a JSON array', {}],
  ])('%s', async (message, list) => {
    const { source } = market([], list);
    await expect(source.read(open, nothingStored, signal)).rejects.toThrow(message);
  });
});

describe('discovery', () => {
  const state: DiscoveryState = {
    cursors: new Map(),
    start: 500n,
    head: new Date('2026-08-01T11:00:00Z'),
    unread: new Set(),
  };
  let lists: Record<string, unknown>;
  beforeEach(() => {
    lists = { '/v2/pools': [pool], '/v2/pools-lite': [short] };
  });
  const start = () => sourceOf(({ path }) => lists[path]);

  /** A later state, after everything that was discovered has been stored and read. */
  const later = (seconds: number, cursor = 1001n): DiscoveryState => {
    const head = now;
    now = new Date(now.getTime() + seconds * 1000);
    return { ...state, head, cursors: new Map([[POOL, cursor]]) };
  };

  test('reports pools, jettons, reserves and ranges', async () => {
    const { source, requests } = start();
    expect(await source.discover(state, signal)).toEqual({
      head: START,
      received: 1,
      pools: [{ address: POOL, exchange: 'dedust', asset0: TON_ADDRESS, asset1: JETTON, type: 'volatile' }],
      jettons: [{ address: JETTON, ...metadata }],
      reserves: [{ pool: POOL, time: START, reserve0: { baseUnits: '5000' }, reserve1: { baseUnits: '70' } }],
      ranges: [{ subject: POOL, from: 500n, to: OPEN_END, fromTime: state.head, toTime: START }],
      invalid: [],
    });
    expect(requests.map(({ path }) => path)).toEqual(['/v2/pools']);
  });

  test('reports only changes after that', async () => {
    const { source, requests } = start();
    await source.discover(state, signal);
    const nothing = { received: 1, pools: [], jettons: [], reserves: [], ranges: [], invalid: [] };
    expect(await source.discover(later(10), signal)).toEqual({ head: now, ...nothing });
    lists['/v2/pools-lite'] = [{ ...short, lt: '2000', reserves: ['5001', '69'] }];
    expect(await source.discover(later(10), signal)).toMatchObject({
      ...nothing,
      reserves: [{ pool: POOL, time: now, reserve0: { baseUnits: '5001' } }],
      ranges: [{ from: 1001n, to: OPEN_END }],
    });
    expect(requests.map(({ path }) => path)).toEqual(['/v2/pools', '/v2/pools-lite', '/v2/pools-lite']);
  });

  test('requests descriptions every 10 minutes, and soon if there are new pools', async () => {
    const { source, requests } = start();
    const added = { ...pool, address: address('d'), assets: [{ type: 'native' }, { ...jetton, metadata }] };
    await source.discover(state, signal);
    await source.discover(later(599), signal);
    await source.discover(later(1), signal);
    lists = { '/v2/pools': [pool, added], '/v2/pools-lite': [short, { ...added, assets: short.assets }] };
    const found = await source.discover(later(10), signal);
    expect([found.pools?.length, found.jettons?.length]).toEqual([1, 0]);
    await source.discover(later(10), signal);
    const described = await source.discover(later(100), signal);
    expect([described.pools?.length, described.jettons?.length]).toEqual([0, 1]);
    const [full, lite] = ['/v2/pools', '/v2/pools-lite'];
    expect(requests.map(({ path }) => path)).toEqual([full, lite, full, lite, lite, full]);
  });

  test('reports again what was not stored', async () => {
    const { source } = start();
    const first = await source.discover(state, signal);
    now = new Date(now.getTime() + 1000);
    const again = await source.discover(state, signal);
    expect(again).toMatchObject({ pools: first.pools, jettons: first.jettons });
    lists['/v2/pools-lite'] = [{ ...short, reserves: ['1', '1'] }];
    const notStored = later(10);
    expect((await source.discover(notStored, signal)).reserves).toHaveLength(1);
    expect((await source.discover({ ...notStored }, signal)).reserves).toHaveLength(1);
    expect((await source.discover(later(10), signal)).reserves).toEqual([]);
  });

  test('does not discover unread pools, but remembers their changes', async () => {
    const { source } = start();
    await source.discover(state, signal);
    lists['/v2/pools-lite'] = [{ ...short, lt: '2000' }];
    const unread = await source.discover({ ...later(10), unread: new Set([POOL]) }, signal);
    expect(unread.ranges).toEqual([]);
    expect((await source.discover(later(10), signal)).ranges).toHaveLength(1);
    lists['/v2/pools-lite'] = [{ ...short, lt: '3000' }];
    await source.discover({ ...later(10), unread: new Set([POOL]) }, signal);
    expect((await source.discover(later(10, 3001n), signal)).ranges).toEqual([]);
  });

  test('ignores a list that is older than the one before', async () => {
    const { source } = start();
    await source.discover(state, signal);
    lists['/v2/pools-lite'] = [{ ...short, lt: '900', reserves: ['1', '1'] }];
    expect(await source.discover(later(10), signal)).toMatchObject({ reserves: [], ranges: [] });
    lists['/v2/pools-lite'] = [short];
    expect(await source.discover(later(10), signal)).toMatchObject({ reserves: [], ranges: [] });
  });

  test('reads a pool again after growing delays until its trade appears', async () => {
    const { source } = start();
    const rangesAfter = async (seconds: number, cursor?: bigint) =>
      (await source.discover(later(seconds, cursor), signal)).ranges.length;
    await source.discover(state, signal);
    lists = { '/v2/pools': [{ ...pool, lt: '2000' }], '/v2/pools-lite': [{ ...short, lt: '2000' }] };
    expect(await rangesAfter(10)).toBe(1);
    expect(await rangesAfter(14)).toBe(0);
    expect(await rangesAfter(1)).toBe(1);
    expect(await rangesAfter(29)).toBe(0);
    expect(await rangesAfter(1)).toBe(1);
    expect(await rangesAfter(59)).toBe(0);
    expect(await rangesAfter(1, 2001n)).toBe(0);
    expect(await rangesAfter(86_400, 2001n)).toBe(0);
  });

  test('reads a pool whose reserves alone have changed', async () => {
    const { source } = start();
    await source.discover(state, signal);
    lists['/v2/pools-lite'] = [{ ...short, reserves: ['1', '1'] }];
    expect((await source.discover(later(10), signal)).ranges).toHaveLength(1);
    expect((await source.discover(later(10), signal)).ranges).toEqual([]);
  });

  test('ignores pools without reserves and trades since the start', async () => {
    lists['/v2/pools'] = [
      { ...pool, lt: '499', reserves: ['0', '0'] },
      { ...pool, address: address('d'), lt: '499' },
      { ...pool, address: address('e'), lt: '500', reserves: ['0', '0'] },
    ];
    const { pools, ranges } = await start().source.discover(state, signal);
    expect(pools?.map((item) => item.address)).toEqual([address('d'), address('e')]);
    expect(ranges.map(({ subject }) => subject)).toEqual([address('e')]);
  });

  test.each([null, [], ['1']])('reports pools with unknown reserves: %j', async (reserves) => {
    lists['/v2/pools'] = [{ ...pool, reserves }];
    expect(await start().source.discover(state, signal)).toMatchObject({
      pools: [{ address: POOL }],
      reserves: [],
      ranges: [{ subject: POOL }],
    });
  });

  test('reports an emptied pool', async () => {
    const { source } = start();
    await source.discover(state, signal);
    lists['/v2/pools-lite'] = [{ ...short, reserves: ['0', '0'] }];
    expect((await source.discover(later(10), signal)).reserves).toMatchObject([
      { pool: POOL, reserve0: { baseUnits: '0' } },
    ]);
  });

  test.each([
    ['lt is missing', { lt: null }],
    ['reserves must be an array', { reserves: '1' }],
    ['reserve0 is not an integer', { reserves: ['-1', '1'] }],
    ['assets must have two elements', { assets: [...pool.assets, { type: 'native' }] }],
    ['an asset must be an object', { assets: [null, null] }],
    ['an asset has an unknown type', { assets: ['native', 'extra_currency:100'] }],
    ['the assets of a pool must differ', { assets: ['native', 'native'] }],
  ])('reports invalid pools with the full list: %s', async (reason, changes) => {
    lists['/v2/pools'] = [pool, { ...pool, address: address('d'), ...changes }];
    const { source } = start();
    const first = await source.discover(state, signal);
    expect(first).toMatchObject({ pools: [{ address: POOL }], invalid: [{ reason }] });
    lists['/v2/pools'] = [{ ...pool, address: address('d'), ...changes, totalSupply: '7' }];
    const second = await source.discover(later(600), signal);
    expect(second.invalid?.[0]?.key).toBe(first.invalid?.[0]?.key);
  });
});

describe('the start', () => {
  const SECOND_LTS = 300_000;
  const timeOf = (lt: number) => new Date(Date.UTC(2026, 0) + (lt / SECOND_LTS) * 1000).toISOString();

  function history(lts: readonly number[], fail: () => boolean = () => false) {
    const all = lts
      .toSorted((a, b) => a - b)
      .map((lt) => ({ ...trade, lt: String(lt), createdAt: timeOf(lt) }));
    return sourceOf((request) => {
      if (request.path !== trades) return [{ ...short, lt: String(Math.max(0, ...lts)) }];
      if (fail()) throw new SourceError('status 500', { status: 500 });
      return tradesOf(all, request);
    });
  }

  test('is close in a busy pool', async () => {
    const lts = Array.from({ length: 10_000 }, (_, index) => 1e13 + index * 60 * SECOND_LTS);
    const { source, requests } = history(lts);
    const target = 1e13 + 5000 * 60 * SECOND_LTS;
    const start = Number(await source.start(new Date(timeOf(target)), signal));
    expect(start).toBeLessThan(target - 9 * 60 * SECOND_LTS);
    expect(start).toBeGreaterThan(target - 20 * 60 * SECOND_LTS);
    expect(requests.length).toBeLessThan(30);
  });

  test('is never too late, also after errors', async () => {
    const lt = fc.integer({ min: 1, max: 100_000 }).map((value) => value * 10_000_000);
    await fc.assert(
      fc.asyncProperty(fc.array(lt), lt, fc.nat(3), async (lts, target, failures) => {
        let probes = 0;
        const { source } = history(lts, () => {
          probes += 1;
          return probes % 4 < failures;
        });
        const time = new Date(timeOf(target));
        let start: bigint | undefined;
        for (let call = 0; start === undefined && call < 200; call += 1) {
          start = await source.start(time, signal).catch(() => undefined);
        }
        const skipped = lts.filter((value) => new Date(timeOf(value)) >= time && value < Number(start));
        expect(start).toBeGreaterThanOrEqual(0n);
        expect(skipped).toEqual([]);
      }),
    );
  });
});

test('a check counts the pools, and reports whether the order of trades is confirmed', async () => {
  const list = [short, { ...short, address: JETTON }, null];
  expect(await market([trade], list).source.check(signal)).toBe(
    'DeDust list: 2 pools; order of trades not confirmed: no full page',
  );
  const many = Array.from({ length: 150 }, (_, index) => ({ ...trade, lt: String(200 + index) }));
  expect(await market(many, list).source.check(signal)).toBe(
    'DeDust list: 2 pools; order of trades confirmed',
  );
});
