import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import {
  ContradictionError,
  type Discovery,
  type DiscoveryState,
  OPEN_END,
  SourceError,
  type SwapSource,
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
/** Reasons of refused positions and times. */
let implausible: string[];
beforeEach(() => {
  now = START;
  implausible = [];
});

const jetton = { type: 'jetton', address: toUserFriendly(JETTON) };
const pool = {
  address: POOL.toUpperCase(),
  dex: 'dedust',
  type: 'cpmm_v1',
  assets: ['native', `jetton:${JETTON}`],
  reserves: ['5000', '70'],
  trade_fee: '25',
  last_activity_at: '2026-08-01T11:59:58Z',
  volume_24h_usd: '12.5',
};
const described = { name: 'Jetton', symbol: 'JET', image: 'https://a.example/x', decimals: 6 };
const metadata = { name: 'Jetton', ticker: 'JET', image_url: 'https://a.example/x', decimals: 6 };
type ListedPool = Omit<typeof pool, 'address'> & { readonly address: string };

/** A list with a row for each pool, and the descriptions of its jetton. */
function listOf(pools: readonly (object | null)[]) {
  return {
    total_count: pools.length,
    pool_rows: pools.map((each) => ({ ...volumeOf(each), total_pools: 1, pools: [each] })),
    assets_metadata: { native: { ...metadata, ticker: 'GRAM' }, [`jetton:${JETTON}`]: metadata },
  };
}

function volumeOf(item: object | null): object {
  return item && 'volume_24h_usd' in item ? { volume_24h_usd: item.volume_24h_usd } : {};
}

const trade = {
  sender: TRADER.toUpperCase(),
  assetIn: { type: 'native' },
  assetOut: jetton,
  amountIn: '1000000000',
  amountOut: '2500000',
  lt: '1000',
  createdAt: '2026-08-01T11:59:58.000Z',
};
const state: DiscoveryState = {
  cursors: new Map(),
  start: 500n,
  startTime: new Date('2026-08-01T11:00:00Z'),
  head: new Date('2026-08-01T11:00:00Z'),
  stored: undefined,
  unread: new Set(),
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
const POOLS = '/v4/api/get_pools';
const open = { subject: POOL, from: 100n, to: OPEN_END };

/** Requests pools and trades from the same scripted client. */
function sourceOf(respond: (request: ScriptedRequest) => unknown, rate = 1000) {
  const { client, requests } = scriptedClient(respond);
  const onImplausible = (reason: string) => implausible.push(reason);
  const options = { exchange: 'dedust', now: () => now, onImplausible, poolsClient: client, rate };
  return { source: createDedustSource(client, options), requests };
}

/** Serves pages of trades in ascending order, as DeDust does: those after a logical time, or the newest. */
function tradesOf(all: readonly (typeof trade)[], { query }: ScriptedRequest) {
  const size = Number(query.get('page_size'));
  const after = query.get('after_lt');
  return after === null
    ? all.slice(-size)
    : all.filter(({ lt }) => BigInt(lt) > BigInt(after)).slice(0, size);
}

function market(all: readonly unknown[], list: unknown = listOf([pool])) {
  return sourceOf((request) => {
    if (request.path === trades) return tradesOf(all as (typeof trade)[], request);
    return request.path === POOLS ? list : undefined;
  });
}

test('valid trades are read, whatever else a page contains', async () => {
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(trade)), fc.jsonValue())
    .map(([name, value]) => ({ ...trade, [name]: value }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.jsonValue(), changed), { maxLength: 4 }), async (others) => {
      const rows = [...others, { ...trade, lt: '1001' }];
      const list = listOf([pool]);
      const { source } = sourceOf(({ path }) => (path === POOLS ? list : { [trades]: rows }[path]));
      const { swaps } = await source.read(open, nothingStored, signal);
      expect(swaps).toContainEqual({ ...swap, lt: 1001n });
    }),
  );
});

test('valid pools are found, whatever else the list contains', async () => {
  const other: object = { ...pool, address: address('d') };
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(pool)), fc.jsonValue())
    .map(([name, value]) => ({ ...other, [name]: value }));
  const changedRow = fc.oneof(changed, fc.jsonValue()).map((each) => ({ total_pools: 1, pools: [each] }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.jsonValue(), changedRow), { maxLength: 4 }), async (others) => {
      const list = listOf([pool]);
      const { source } = market([trade], { ...list, pool_rows: [...others, ...list.pool_rows] });
      const { pools } = await source.discover(state, signal);
      expect(pools).toContainEqual(expect.objectContaining({ address: POOL, asset1: JETTON }));
    }),
  );
});

describe('a trade with a wrong logical time', () => {
  const later = (lt: string, createdAt: string) => ({ ...trade, lt, createdAt });
  const wrong = later('9000000000000000000', '2026-08-01T11:59:58.000Z');

  test('is invalid, and does not hide the trades until then', async () => {
    const { source } = market([trade, wrong]);
    expect(await source.read(open, nothingStored, signal)).toMatchObject({
      swaps: [swap],
      invalid: [{ reason: 'lt is too long after that of the trade before' }],
      end: 1001n,
    });
    expect(implausible).toEqual([`${trades}: lt 9000000000000000000 is too long after 1000`]);
  });

  test('is one that is later than the time since the trade before allows', async () => {
    const lts = [1_000, 1_000_001_000, 6_000_000_000, 60_000_000_000];
    const seconds = [0, 0, 59, 60];
    const all = lts.map((lt, index) =>
      later(String(lt), new Date(START.getTime() - 3_600_000 + 1000 * (seconds[index] ?? 0)).toISOString()),
    );
    const { source } = market(all);
    const page = await source.read(open, nothingStored, signal);
    expect(page.swaps?.map(({ lt }) => Number(lt))).toEqual(lts.slice(0, 3));
    expect(page.end).toBe(6_000_000_001n);
  });

  test.each([true, false])(
    'that was stored before does not mute its pool (list changes: %s)',
    async (changes) => {
      const list = listOf([{ ...pool, ...(!changes && { last_activity_at: null }) }]);
      const { source } = market([trade], list);
      let known: DiscoveryState = { ...state, cursors: new Map([[POOL, 9_000_000_000_000_000_001n]]) };
      const read = async () => {
        const discovery = await source.discover(known, signal);
        known = { ...known, stored: discovery };
        const [range] = discovery.ranges;
        now = new Date(now.getTime() + 60_000);
        return range && { from: range.from, page: await source.read(range, nothingStored, signal) };
      };
      expect(await read()).toMatchObject({ from: 9_000_000_000_000_000_001n, page: { swaps: [] } });
      expect(await read()).toMatchObject({ from: 500n, page: { swaps: [swap], end: 1001n } });
      expect(implausible).toEqual([
        `${trades}: the newest lt 1000 is before the position 9000000000000000001`,
      ]);
    },
  );

  test('is not assumed of a pool without trades since the start', async () => {
    const { source, requests } = market([{ ...trade, lt: '400' }]);
    const discovery = await source.discover(state, signal);
    const count = requests.length;
    for (const range of discovery.ranges) await source.read(range, nothingStored, signal);
    expect(discovery.ranges).toMatchObject([{ from: 500n }]);
    expect(requests.length - count).toBe(1);
  });
});

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
      `${POOLS}?`,
      `${trades}?page_size=100&after_lt=98`,
    ]);
    expect(requests[0]?.body).toMatchObject({ offset: 0, limit: 100, pool_addresses: [POOL] });
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

  test('needs no list if the pool is stored', async () => {
    const { source, requests } = market([trade], undefined);
    const lookup = { ...nothingStored, findPool: async () => ({ asset0: JETTON, asset1: TON_ADDRESS }) };
    const page = await source.read(open, lookup, signal);
    expect(page.pools).toEqual([
      { address: POOL, exchange: 'dedust', asset0: JETTON, asset1: TON_ADDRESS, type: undefined },
    ]);
    expect(page.swaps).toMatchObject([{ sold0: false }]);
    expect(requests.map(({ path }) => path)).toEqual([trades]);
  });

  test('is followed by another one until one is not full', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...trade, lt: String(200 + index) }));
    const { source } = market(many);
    const first = await source.read(open, nothingStored, signal);
    expect([first.swaps?.length, first.next, first.end]).toEqual([100, 300n, undefined]);
    const second = await source.read({ ...open, from: 300n }, nothingStored, signal);
    expect([second.swaps?.length, second.next, second.end]).toEqual([50, undefined, 350n]);
  });

  describe('that is full', () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...trade, lt: String(200 + index) }));
    const reading = (respond: (request: ScriptedRequest) => readonly unknown[]) =>
      sourceOf((request) => (request.path === trades ? respond(request) : listOf([pool])));
    const newest = ({ query }: ScriptedRequest) => many.slice(-Number(query.get('page_size')));

    test('is compared with the first trade once per start', async () => {
      const { source, requests } = market(many);
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
          if (request.path !== trades) return listOf([pool]);
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
    ['the list of pools does not contain the pool', listOf([])],
    ['/v4/api/get_pools: unexpected response: pool_rows must be an array', {}],
    ['/v4/api/get_pools: unexpected response: expected a JSON object', []],
  ])('%s', async (message, list) => {
    const { source } = market([], list);
    await expect(source.read(open, nothingStored, signal)).rejects.toThrow(message);
  });
});

/** A source with a list and trades that change, whose discoveries are stored and whose ranges are read. */
class Followed {
  pools: readonly object[] = [pool];
  trades: readonly (typeof trade)[] = [trade];
  /** Thrown by requests of the list. */
  failure: SourceError | undefined;
  readonly requests: readonly ScriptedRequest[];
  readonly source: SwapSource;
  private cursors = new Map<string, bigint>();
  private stored: Discovery | undefined;
  private head = state.head;

  constructor(rate?: number) {
    const { source, requests } = sourceOf((request) => {
      if (request.path !== POOLS) return request.path === trades ? tradesOf(this.trades, request) : [];
      if (this.failure) throw this.failure;
      return listOf(this.pools);
    }, rate);
    this.source = source;
    this.requests = requests;
  }

  /** Discovers after `seconds`, and stores what was found. */
  async discover(seconds = 0, unread: readonly string[] = []): Promise<Discovery> {
    now = new Date(now.getTime() + seconds * 1000);
    const { cursors, stored, head } = this;
    const found = await this.source.discover(
      { ...state, cursors, stored, head, unread: new Set(unread) },
      signal,
    );
    this.stored = found;
    this.head = new Date(Math.max(found.head.getTime(), head.getTime()));
    return found;
  }

  /** Discovers after `seconds`, then reads all ranges to their end. Returns the logical times of swaps. */
  async follow(seconds = 0): Promise<bigint[]> {
    const { ranges } = await this.discover(seconds);
    const read: bigint[] = [];
    for (const range of ranges) {
      for (let from: bigint | undefined = range.from; from !== undefined; ) {
        const page = await this.source.read({ ...range, from }, nothingStored, signal);
        read.push(...(page.swaps ?? []).map(({ lt }) => lt));
        if (page.end !== undefined) this.cursors.set(range.subject, page.end);
        from = page.next;
      }
    }
    return read;
  }

  /** Appends trades, one every `interval` seconds, up to now. */
  addTrades(count: number, interval = 10): void {
    const last = BigInt(this.trades.at(-1)?.lt ?? 1000);
    const added = Array.from({ length: count }, (_, index) => ({
      ...trade,
      lt: String(last + BigInt(index + 1)),
      createdAt: new Date(now.getTime() - (count - 1 - index) * interval * 1000).toISOString(),
    }));
    this.trades = [...this.trades, ...added];
  }
}

function listed(fields: object): ListedPool {
  return { ...pool, ...fields };
}

const activeAt = (time: Date, fields: object = {}) =>
  listed({ last_activity_at: time.toISOString(), ...fields });

describe('discovery', () => {
  test('reports pools, jettons, reserves and ranges', async () => {
    const { source, requests } = market([]);
    expect(await source.discover(state, signal)).toEqual({
      head: START,
      received: 1,
      pools: [{ address: POOL, exchange: 'dedust', asset0: TON_ADDRESS, asset1: JETTON, type: 'volatile' }],
      jettons: [{ address: JETTON, ...described }],
      reserves: [{ pool: POOL, time: START, reserve0: { baseUnits: '5000' }, reserve1: { baseUnits: '70' } }],
      ranges: [
        {
          subject: POOL,
          from: 500n,
          to: OPEN_END,
          fromTime: state.startTime,
          toTime: new Date('2026-08-01T11:59:58Z'),
          isHistory: true,
        },
      ],
      invalid: [],
      failure: undefined,
    });
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [POOLS, { offset: 0, limit: 100, sort_by: 'volume_24h', sort_direction: 'desc' }],
    ]);
  });

  test('reports only changes after that', async () => {
    const followed = new Followed();
    await followed.follow();
    const nothing = { pools: [], jettons: [], reserves: [], ranges: [], invalid: [] };
    expect(await followed.discover(3)).toMatchObject({ head: now, ...nothing });
    followed.pools = [activeAt(now, { reserves: ['5001', '69'] })];
    const previous = now;
    expect(await followed.discover(3)).toMatchObject({
      ...nothing,
      reserves: [{ pool: POOL, time: now, reserve0: { baseUnits: '5001' } }],
      ranges: [{ from: 1001n, to: OPEN_END, fromTime: previous, toTime: now, isHistory: false }],
    });
  });

  test('describes jettons of a pool that was listed without them', async () => {
    const followed = new Followed();
    followed.pools = [listed({ assets: ['native', `jetton:${toUserFriendly(JETTON)}`] })];
    expect((await followed.discover()).jettons).toEqual([]);
    followed.pools = [pool];
    expect(await followed.discover(3)).toMatchObject({ pools: [], jettons: [{ address: JETTON }] });
    expect((await followed.discover(3)).jettons).toEqual([]);
  });

  test('reports again what was not stored', async () => {
    const { source, requests } = market([]);
    const first = await source.discover(state, signal);
    now = new Date(now.getTime() + 3000);
    const again = await source.discover(state, signal);
    expect(again).toMatchObject({ pools: first.pools, jettons: first.jettons });
    const later = await source.discover({ ...state, stored: again }, signal);
    expect(later).toMatchObject({ pools: [], jettons: [], reserves: [] });
    expect(requests).toHaveLength(3);
  });

  test('requests the pages of a long list in turn, again if one was not stored', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...pool,
      address: `0:${String(index).padStart(64, '0')}`,
      volume_24h_usd: index < 50 ? '1' : '0',
    }));
    const offsets: unknown[] = [];
    const { source } = sourceOf(({ path, body }) => {
      if (path !== POOLS) return [];
      const { offset } = body as { offset: number };
      offsets.push(offset);
      return listOf(rows.slice(offset, offset + 100));
    });
    let stored: Discovery | undefined;
    for (const isStored of [true, true, true, false, true, true, true, true]) {
      const found = await source.discover({ ...state, stored }, signal);
      if (isStored) stored = found;
    }
    expect(offsets).toEqual([0, 0, 0, 100, 100, 0, 0, 200]);
  });

  test('does not discover unread pools, but remembers their changes', async () => {
    const followed = new Followed();
    await followed.follow();
    followed.pools = [activeAt(START, { reserves: ['1', '1'] })];
    expect((await followed.discover(3, [POOL])).ranges).toEqual([]);
    expect((await followed.discover(3)).ranges).toHaveLength(1);
  });

  test('ignores a list that is older than the one before', async () => {
    const followed = new Followed();
    await followed.follow();
    followed.pools = [listed({ last_activity_at: '2026-08-01T11:00:00Z', reserves: ['1', '1'] })];
    expect(await followed.discover(3)).toMatchObject({ reserves: [], ranges: [] });
    followed.pools = [pool];
    expect(await followed.discover(1)).toMatchObject({ reserves: [], ranges: [] });
  });

  test('uses the latest of two entries of a pool', async () => {
    const followed = new Followed();
    followed.pools = [pool, listed({ last_activity_at: '2026-08-01T11:00:00Z', reserves: ['1', '1'] })];
    expect((await followed.discover()).reserves).toMatchObject([{ reserve0: { baseUnits: '5000' } }]);
  });

  test('leaves out the pools of other exchanges', async () => {
    const followed = new Followed();
    const others = ['stonfi_v2', null, 7].map((dex, index) => ({
      ...pool,
      dex,
      address: address(`${index}`),
    }));
    const newer = { ...pool, dex: 'dedust_v2', address: address('d') };
    followed.pools = [pool, ...others, newer];
    const { pools = [], invalid, received } = await followed.discover();
    expect(pools.map((each) => each.address)).toEqual([POOL, address('d')]);
    expect([invalid, received]).toEqual([[], 2]);
  });

  test('refuses an activity in the future, and uses the rest', async () => {
    const followed = new Followed();
    followed.pools = [listed({ last_activity_at: '2026-08-01T15:00:00Z' })];
    expect(await followed.discover()).toMatchObject({ pools: [{ address: POOL }], invalid: [] });
    expect(implausible).toEqual([
      `${POOLS}: last_activity_at 2026-08-01T15:00:00.000Z of pool ${POOL} is in the future`,
    ]);
  });

  test.each([
    ['cpmm_v1', 'volatile'],
    ['cpmm_v2', 'volatile'],
    ['stable', 'stable'],
    ['weighted_v1', 'JTN_MRKT_WEIGHTED_V1'],
    [null, 'JTN_MRKT_UNKNOWN'],
    ['a b', 'JTN_MRKT_UNKNOWN'],
    [{}, 'JTN_MRKT_UNKNOWN'],
  ])('stores the type %j as %s', async (type, stored) => {
    const followed = new Followed();
    followed.pools = [listed({ type })];
    expect((await followed.discover()).pools).toMatchObject([{ type: stored }]);
  });

  test('ignores pools without reserves and activity since the start', async () => {
    const followed = new Followed();
    const before = { last_activity_at: '2026-08-01T10:00:00Z', volume_24h_usd: '0' };
    followed.pools = [
      { ...pool, ...before, reserves: ['0', '0'] },
      { ...pool, ...before, last_activity_at: null, reserves: null, address: address('1') },
      { ...pool, ...before, address: address('d') },
      { ...pool, address: address('e'), reserves: ['0', '0'] },
      { ...pool, last_activity_at: null, volume_24h_usd: '0', address: address('f') },
    ];
    const { pools, ranges } = await followed.discover();
    expect(pools?.map((item) => item.address)).toEqual([address('d'), address('e'), address('f')]);
    expect(ranges.map(({ subject }) => subject)).toEqual([address('e'), address('f')]);
  });

  test('reads the pools that were traded shortly before the last discovery after a start', async () => {
    const cursors = new Map(['d', 'e', 'f'].map((digit) => [address(digit), 1001n]));
    const head = new Date('2026-08-01T11:50:00Z');
    const quiet = { ...pool, volume_24h_usd: '0' };
    const list = listOf([
      { ...quiet, address: address('d') },
      { ...quiet, address: address('e'), last_activity_at: '2026-08-01T10:00:00Z' },
      { ...quiet, address: address('f'), last_activity_at: null },
      quiet,
    ]);
    const { source } = market([], list);
    const { ranges } = await source.discover({ ...state, cursors, head }, signal);
    expect(ranges).toMatchObject([
      { subject: address('d'), from: 1001n, fromTime: head, isHistory: false },
      { subject: POOL, from: 500n, fromTime: head, isHistory: false },
    ]);
  });

  test('reads the history of pools found after a start that are no longer traded', async () => {
    const old = listed({ last_activity_at: '2026-08-01T10:30:00Z', volume_24h_usd: '0' });
    const startTime = new Date('2026-07-01T00:00:00Z');
    const { source } = market([], listOf([old]));
    const cursors = new Map([[address('d'), 1001n]]);
    expect((await source.discover({ ...state, cursors, startTime }, signal)).ranges).toMatchObject([
      { subject: POOL, from: 500n, fromTime: startTime, isHistory: true },
    ]);
  });

  test.each([null, [], ['1']])('reports pools with unknown reserves: %j', async (reserves) => {
    const { source } = market([], listOf([listed({ reserves })]));
    expect(await source.discover(state, signal)).toMatchObject({
      pools: [{ address: POOL }],
      reserves: [],
      ranges: [{ subject: POOL }],
    });
  });

  test('reports an emptied pool', async () => {
    const followed = new Followed();
    await followed.follow();
    followed.pools = [activeAt(now, { reserves: ['0', '0'] })];
    expect((await followed.discover(3)).reserves).toMatchObject([
      { pool: POOL, reserve0: { baseUnits: '0' } },
    ]);
  });

  test.each([
    ['address is missing', { address: null }],
    ['reserves must be an array', { reserves: '1' }],
    ['reserve0 is not an integer', { reserves: ['-1', '1'] }],
    ['assets must have two elements', { assets: [...pool.assets, 'native'] }],
    ['an asset has an unknown type', { assets: [null, null] }],
    ['an asset has an unknown type', { assets: ['native', 'extra_currency:100'] }],
    ['the assets of a pool must differ', { assets: ['native', 'native'] }],
  ])('reports an invalid pool once: %s', async (reason, fields) => {
    const followed = new Followed();
    const invalid = { ...pool, address: address('d'), ...fields };
    followed.pools = [pool, invalid];
    expect(await followed.discover()).toMatchObject({
      pools: [{ address: POOL }],
      invalid: [{ reason, event: invalid }],
    });
    expect((await followed.discover(3)).invalid).toEqual([]);
  });

  test.each([
    ['expected a JSON object', null],
    ['pools must be an array', { volume_24h_usd: '1' }],
  ])('reports an invalid row: %s', async (reason, row) => {
    const list = listOf([pool]);
    const { source } = market([], { ...list, pool_rows: [row, ...list.pool_rows] });
    expect(await source.discover(state, signal)).toMatchObject({
      pools: [{ address: POOL }],
      invalid: [{ reason }],
    });
  });
});

describe('trades', () => {
  test('that the list announces are looked for after growing delays', async () => {
    const followed = new Followed();
    followed.pools = [listed({ volume_24h_usd: '0' })];
    followed.trades = [{ ...trade, createdAt: '2026-07-01T00:00:00Z' }];
    await followed.follow();
    const lt = '2000';
    followed.pools = [activeAt(new Date(START.getTime() + 60_000), { volume_24h_usd: '0' })];
    now = new Date(START.getTime() + 60_000);
    const readsAfter = async (seconds: number) => {
      const count = followed.requests.length;
      await followed.follow(seconds);
      return followed.requests.slice(count).filter(({ path }) => path === trades).length;
    };
    expect(await readsAfter(3)).toBe(1);
    expect(await readsAfter(14)).toBe(0);
    expect(await readsAfter(1)).toBe(1);
    expect(await readsAfter(29)).toBe(0);
    expect(await readsAfter(1)).toBe(1);
    followed.trades = [{ ...trade, lt, createdAt: new Date(START.getTime() + 60_000).toISOString() }];
    expect(await followed.follow(60)).toEqual([2000n]);
    expect(await readsAfter(20)).toBe(0);
  });

  test('are read within seconds in a busy pool whose list stands still', async () => {
    const followed = new Followed();
    followed.addTrades(20);
    await followed.follow();
    for (let trade = 0; trade < 5; trade += 1) {
      now = new Date(now.getTime() + 4_000);
      followed.addTrades(1);
      const before = now.getTime();
      let read: readonly bigint[] = [];
      while (read.length === 0) read = await followed.follow(3);
      expect(read).toHaveLength(1);
      expect(now.getTime() - before).toBeLessThanOrEqual(10_000);
    }
  });

  test('of a pool that was listed after a day without any are read', async () => {
    const followed = new Followed();
    await followed.follow();
    followed.pools = [listed({ volume_24h_usd: '0' })];
    expect(await followed.follow(2 * 86_400)).toEqual([]);
    followed.addTrades(1);
    followed.pools = [activeAt(now)];
    expect(await followed.follow(3)).toEqual([1001n]);
  });

  test('of pools without changes take a share of the rate only', async () => {
    const followed = new Followed(5);
    followed.pools = Array.from({ length: 60 }, (_, index) => ({
      ...pool,
      address: `0:${String(index + 1).padStart(64, '0')}`,
      last_activity_at: null,
    }));
    await followed.follow();
    const waiting = Array.from({ length: 20 }, (_, index) => `another pool ${index}`);
    expect((await followed.discover(600, waiting)).ranges).toHaveLength(3);
    expect((await followed.discover(3)).ranges).toHaveLength(8);
  });

  test('are read while the list cannot be requested, which is retried after growing delays', async () => {
    const followed = new Followed();
    followed.addTrades(20);
    await followed.follow();
    followed.failure = new SourceError('status 500', { status: 500 });
    const { error } = (await followed.discover(3)).failure ?? {};
    expect(error).toBe(followed.failure);
    const requests = () => followed.requests.filter(({ path }) => path === POOLS).length;
    const before = requests();
    followed.addTrades(3);
    const read: bigint[] = [];
    for (let seconds = 0; seconds < 120; seconds += 3) read.push(...(await followed.follow(3)));
    expect(read).toHaveLength(3);
    expect(requests() - before).toBeLessThan(6);
    followed.failure = undefined;
    followed.pools = [activeAt(now, { reserves: ['1', '2'] })];
    const found = [];
    for (let seconds = 0; seconds < 63; seconds += 3) found.push(await followed.discover(3));
    expect(found.flatMap(({ reserves = [] }) => reserves)).toHaveLength(1);
    expect(found.at(-1)?.failure).toBeUndefined();
  });

  test('are read with the list again once a clock is set back that was a day ahead when the list failed', async () => {
    const followed = new Followed();
    await followed.follow();
    followed.failure = new SourceError('status 500', { status: 500 });
    expect((await followed.discover(86_400)).failure).toBeDefined();
    followed.failure = undefined;
    followed.pools = [activeAt(START, { reserves: ['1', '2'] })];
    expect((await followed.discover(3 - 86_400)).reserves).toHaveLength(1);
  });

  test('are read after a start while the list cannot be requested, those of the latest pools first', async () => {
    const { source } = sourceOf(() => {
      throw new SourceError('status 500', { status: 500, retryAfter: 90_000 });
    }, 1);
    await expect(source.discover(state, signal)).rejects.toThrow('status 500');
    const cursors = new Map([
      [address('d'), 10n],
      [address('e'), 30n],
      [address('f'), 20n],
      [POOL, 40n],
    ]);
    const found = await source.discover({ ...state, cursors, unread: new Set([POOL]) }, signal);
    expect(found.ranges.map(({ subject, from }) => [subject, from])).toEqual([
      [address('e'), 30n],
      [address('f'), 20n],
    ]);
    expect(found.failure?.wait).toBe(90_000);
  });
});

describe('the head', () => {
  /** A pool with a trade every 10 seconds, up to now. */
  async function busyPool(): Promise<Followed> {
    const followed = new Followed();
    followed.addTrades(30);
    followed.pools = [activeAt(now)];
    await followed.follow();
    return followed;
  }

  test('is now while the market follows its rhythm', async () => {
    const followed = await busyPool();
    for (let seconds = 0; seconds < 90; seconds += 3) expect((await followed.discover(3)).head).toEqual(now);
  });

  test('is the newest trade of a market that is silent for too long', async () => {
    const followed = await busyPool();
    expect((await followed.discover(120)).head).toEqual(START);
    followed.addTrades(2);
    await followed.follow(6);
    expect((await followed.discover(3)).head).toEqual(now);
  });

  test('is the newest trade of a busy pool if the list shows later ones', async () => {
    const followed = await busyPool();
    followed.pools = [activeAt(new Date(now.getTime() + 40_000), { volume_24h_usd: '20' })];
    now = new Date(now.getTime() + 40_000);
    await followed.follow(3);
    expect((await followed.discover(3)).head).toEqual(START);
    followed.addTrades(1);
    await followed.follow(15);
    expect((await followed.discover(3)).head).toEqual(now);
  });

  test('is now if the activity in the list is no trade, or of a quiet pool', async () => {
    const followed = await busyPool();
    followed.pools = [activeAt(new Date(now.getTime() + 40_000))];
    now = new Date(now.getTime() + 40_000);
    await followed.follow(3);
    expect((await followed.discover(3)).head).toEqual(now);
    const quiet = new Followed();
    quiet.addTrades(2, 3_600);
    await quiet.follow();
    quiet.pools = [activeAt(new Date(now.getTime() + 40_000), { volume_24h_usd: '20' })];
    now = new Date(now.getTime() + 40_000);
    await quiet.follow(3);
    expect((await quiet.discover(3)).head).toEqual(now);
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
      if (request.path !== trades) return listOf([pool]);
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

  test('is searched in the trades of the pool with the most TON', async () => {
    const rich = { ...pool, address: address('d'), reserves: ['9000', '1'] };
    const { source, requests } = sourceOf(({ path }) => (path === POOLS ? listOf([pool, rich]) : []));
    expect(await source.start(START, signal)).toBe(0n);
    expect(requests.map(({ path, query }) => `${path}?${query}`).slice(1)).toEqual([
      `/v2/pools/${toUserFriendly(address('d'))}/trades?page_size=10`,
      `${trades}?page_size=10`,
    ]);
    await source.discover({ ...state, start: 0n }, signal);
    expect(requests.filter(({ path }) => path === POOLS)).toHaveLength(1);
  });
});

describe('a check', () => {
  test('counts the pools, and reports whether the order of trades is confirmed', async () => {
    const list = listOf([pool, { ...pool, address: JETTON }, null]);
    expect(await market([trade], list).source.check(signal)).toBe(
      'DeDust list: 2 pools on the first page of 3 pairs; newest trade of the busiest pool 0 s before its last ' +
        'activity; order of trades not confirmed: no full page',
    );
    const many = Array.from({ length: 150 }, (_, index) => ({ ...trade, lt: String(200 + index) }));
    expect(await market(many, list).source.check(signal)).toMatch(/; order of trades confirmed$/);
  });

  test.each([
    [
      'newest trade of the busiest pool 8 s after its last activity',
      { last_activity_at: '2026-08-01T11:59:50Z' },
    ],
    [
      'newest trade of the busiest pool 62 s before its last activity',
      { last_activity_at: '2026-08-01T12:01:00' },
    ],
    ['the last activity of the busiest pool is unknown', { last_activity_at: null }],
    ['the last activity of the busiest pool is unknown', { last_activity_at: '2026-08-01T15:00:00Z' }],
  ])('reports that the %s', async (text, fields) => {
    now = new Date('2026-08-01T12:01:00Z');
    expect(await market([trade], listOf([{ ...pool, ...fields }])).source.check(signal)).toContain(text);
  });

  test('reports pools that the list does not show', async () => {
    const list = listOf([pool]);
    const rows = list.pool_rows.map((row) => ({ ...row, total_pools: 3 }));
    expect(await market([], { ...list, pool_rows: rows }).source.check(signal)).toBe(
      'DeDust list: 1 pools on the first page of 1 pairs (2 more are not shown); the busiest pool has no trades; ' +
        'order of trades not confirmed: no full page',
    );
  });
});
