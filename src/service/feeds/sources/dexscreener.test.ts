import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { SourceError, WrongPositionError } from '#service/feeds/client/source.ts';
import {
  everythingStored,
  nothingStored,
  type ScriptedRequest,
  scriptedClient,
} from '#testing/feeds/scripted-client.ts';
import { createDexscreenerSource } from './dexscreener.ts';

const address = (digit: string) => `0:${digit.repeat(64)}`;
const POOL = address('a');
const JETTON = address('b');
const TRADER = address('c');
const NOW = new Date('2026-08-01T12:00:00Z');
const signal = new AbortController().signal;

const at = (blockNumber: number) => ({ blockNumber, blockTimestamp: 1785580000 + blockNumber });
const HASH = '0a'.repeat(32);
const event = {
  block: at(5000),
  eventType: 'swap',
  txnId: HASH,
  txnIndex: 7,
  eventIndex: 2,
  maker: toUserFriendly(TRADER),
  pairId: toUserFriendly(POOL),
  asset0In: 1.25,
  asset1Out: '0.00000000000000000000000000000000000000012',
  priceNative: '1',
  reserves: { asset0: '1000.123456789', asset1: 12 },
};
const { asset0In: _in, asset1Out: _out, ...withoutAmounts } = event;
const swap = {
  pool: POOL,
  trader: TRADER,
  time: new Date((1785580000 + 5000) * 1000),
  lt: 5000007002n,
  sold0: true,
  amount0: { units: '1.25' },
  amount1: { units: '0.00000000000000000000000000000000000000012' },
  reserve0: { units: '1000.123456789' },
  reserve1: { units: '12' },
  txHash: HASH,
};
const range = { subject: '', from: 4500n, to: 5500n };

const pair = { id: toUserFriendly(POOL), asset0Id: 'native', asset1Id: toUserFriendly(JETTON), feeBps: 30 };
const asset = { id: toUserFriendly(JETTON), name: 'Jetton', symbol: 'JET', totalSupply: '1.5', decimals: 6 };

function sourceOf(respond: (request: ScriptedRequest) => unknown) {
  const { client, requests } = scriptedClient(respond);
  return { source: createDexscreenerSource(client, { exchange: 'tonco', now: () => NOW }), requests };
}

/** A server in the dialect of the specification. */
function standard(events: unknown) {
  return sourceOf(({ path, query }) => {
    if (path === '/events') return { events };
    if (path === '/latest-block') return { block: at(6000) };
    if (path === '/pair' && query.get('id') === pair.id) return { pair };
    if (path === '/asset' && query.get('id') === asset.id) return { asset };
    return undefined;
  });
}

async function readOne(item: unknown) {
  return await standard([item]).source.read(range, everythingStored, signal);
}

test('reads swaps, pools and jettons', async () => {
  const { source, requests } = standard([{ ...event }]);
  expect(await source.read(range, nothingStored, signal)).toEqual({
    swaps: [swap],
    pools: [{ address: POOL, exchange: 'tonco', asset0: TON_ADDRESS, asset1: JETTON }],
    jettons: [{ address: JETTON, name: 'Jetton', symbol: 'JET', decimals: 6 }],
    reserves: [],
    invalid: [],
  });
  expect(requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
    '/events?fromBlock=4500&toBlock=5499',
    `/pair?id=${pair.id}`,
    `/asset?id=${asset.id}`,
  ]);
});

test.each([
  [
    { asset1In: '2', asset0Out: '3' },
    { sold0: false, amount0: { units: '3' }, amount1: { units: '2' } },
  ],
  [
    { amount0In: '2', amount1Out: '3' },
    { sold0: true, amount0: { units: '2' }, amount1: { units: '3' } },
  ],
  [
    { amount1In: '2', amount0Out: '3' },
    { sold0: false, amount0: { units: '3' }, amount1: { units: '2' } },
  ],
  [
    { amount0In: '2', amount0Out: '0', amount1In: null, amount1Out: '1e-7' },
    { sold0: true, amount1: { units: '1e-7' } },
  ],
])('reads amounts %o', async (amounts, expected) => {
  const { swaps, invalid } = await readOne({ ...withoutAmounts, ...amounts });
  expect(swaps).toMatchObject([expected]);
  expect(invalid).toEqual([]);
});

test('valid swaps are read, whatever else a page contains', async () => {
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(event)), fc.jsonValue())
    .map(([name, value]) => ({ ...event, [name]: value }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.jsonValue(), changed), { maxLength: 4 }), async (others) => {
      const events = [...others, { ...event, block: at(5001) }];
      const { swaps } = await standard(events).source.read(range, everythingStored, signal);
      const time = new Date(swap.time.getTime() + 1000);
      expect(swaps).toContainEqual({ ...swap, time, lt: 5001007002n });
    }),
  );
});

test.each([
  ['one amount must go in, and the other out', { asset0In: '0' }],
  ['one amount must go in, and the other out', { asset1In: '1' }],
  ['one amount must go in, and the other out', { asset1Out: null }],
  ['asset0In is not a decimal number', { asset0In: '-1' }],
  ['txnIndex exceeds 999', { txnIndex: 1000 }],
  ['eventIndex exceeds 999', { eventIndex: '1000' }],
  ['txnIndex is not an integer', { txnIndex: -1 }],
  ['eventIndex is missing', { eventIndex: null }],
  ['maker is not a valid address', { maker: 'somebody' }],
  ['pairId is missing', { pairId: '' }],
  ['eventType is missing', { eventType: null }],
  ['block is missing', { block: undefined }],
  ['blockTimestamp is missing', { block: { blockNumber: 5000 } }],
  [
    'blockNumber exceeds the range of logical times',
    { block: { ...at(5000), blockNumber: '9223372036855' } },
  ],
  ['asset0 is not a decimal number', { reserves: { asset0: 'x', asset1: '1' } }],
  ['reserves must be an object', { reserves: '1' }],
])('%s: the event is invalid (case %#)', async (reason, changes) => {
  const { source } = standard([{ ...event, ...changes }, event]);
  const page = await source.read(range, everythingStored, signal);
  expect(page.swaps).toEqual([swap]);
  expect(page.invalid).toMatchObject([{ reason, event: { txnId: HASH } }]);
});

test.each(['join', 'exit'])('reads the reserves of a %s', async (eventType) => {
  const { maker: _, ...item } = { ...withoutAmounts, eventType, amount0: '1', amount1: '1' };
  const { pool, time, lt, reserve0, reserve1 } = swap;
  expect(await readOne(item)).toMatchObject({
    swaps: [],
    reserves: [{ pool, time, lt, reserve0, reserve1 }],
    invalid: [],
  });
  expect(await readOne({ ...item, reserves: null })).toMatchObject({ reserves: [], invalid: [] });
});

test('skips other types of events', async () => {
  expect(await readOne({ eventType: 'migrate' })).toMatchObject({ swaps: [], invalid: [] });
});

test('rejects different swaps with the same pool and indices, but not repeated ones', async () => {
  const other = { ...event, asset0In: '2' };
  const elsewhere = { ...event, pairId: toUserFriendly(address('d')) };
  const { source } = standard([event, other, event, elsewhere]);
  const { swaps, invalid } = await source.read(range, everythingStored, signal);
  expect(swaps).toMatchObject([{ pool: address('d') }]);
  const reason = 'another swap has the same pool, block and indices';
  expect(invalid).toMatchObject([
    { reason, event: { asset1Out: event.asset1Out } },
    { reason, event: { asset0In: '2' } },
  ]);
  expect(new Set(invalid?.map(({ key }) => key)).size).toBe(2);
  expect(await standard([event, event]).source.read(range, everythingStored, signal)).toMatchObject({
    swaps: [swap],
    invalid: [],
  });
});

test('the logical time is unique and ordered by block, transaction and event', async () => {
  const index = fc.nat(999);
  const position = fc.tuple(fc.integer({ min: 4500, max: 5499 }), index, index);
  const compare = (a: readonly number[], b: readonly number[]) => {
    const difference = a.map((part, at) => part - (b[at] ?? 0)).find((part) => part !== 0);
    return difference ?? 0;
  };
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(position, { selector: String, maxLength: 10 }), async (positions) => {
      const items = positions.map(([block, txnIndex, eventIndex]) => ({
        ...event,
        block: at(block),
        txnIndex,
        eventIndex,
      }));
      const { swaps = [] } = await standard(items).source.read(range, everythingStored, signal);
      const sorted = swaps.toSorted((a, b) => Number(a.lt - b.lt)).map(({ lt }) => lt);
      const expected = positions
        .toSorted(compare)
        .map(([block, transaction, part]) => BigInt(block) * 1_000_000n + BigInt(transaction * 1000 + part));
      expect(sorted).toEqual(expected);
    }),
  );
});

test('reads at most 1,000 blocks per request, and drops events of other blocks', async () => {
  const { source, requests } = standard([
    { ...event, block: at(4499) },
    { ...event, block: at(5500) },
    event,
  ]);
  const page = await source.read({ ...range, to: 7000n }, everythingStored, signal);
  expect(page).toMatchObject({ swaps: [swap], next: 5500n });
  const last = await source.read({ subject: '', from: 5500n, to: 5501n }, everythingStored, signal);
  expect(last.next).toBeUndefined();
  expect(requests.map(({ query }) => String(query))).toEqual([
    'fromBlock=4500&toBlock=5499',
    'fromBlock=5500&toBlock=5500',
  ]);
});

describe('a long range with few events', () => {
  const HEAD = 20_000_000;
  const blocks = [3_000_123, 3_000_456, 12_345_678, HEAD - 1];

  /** Reads all blocks up to the head after its last events, with a server that serves `last` at most. */
  async function readAll(last: (from: number, to: number) => number | undefined) {
    const { source, requests } = sourceOf(({ path, query }) => {
      if (path !== '/events') return undefined;
      const [from, to] = [Number(query.get('fromBlock')), Number(query.get('toBlock'))];
      const end = last(from, to);
      if (end === undefined) throw new SourceError('/events: status 400', { status: 400 });
      const served = blocks.filter((block) => from <= block && block <= end);
      return { events: served.map((block) => ({ ...event, block: at(block) })) };
    });
    const found: bigint[] = [];
    const read = async (from: bigint, to: bigint) => {
      for (let next: bigint | undefined = from; next !== undefined; ) {
        const page = await source.read({ subject: '', from: next, to }, everythingStored, signal);
        found.push(...(page.swaps ?? []).map(({ lt }) => lt / 1_000_000n));
        next = page.next;
      }
    };
    await read(BigInt(HEAD - 1000), BigInt(HEAD));
    await read(0n, BigInt(HEAD - 1000));
    return { found: found.map(Number).sort((a, b) => a - b), requests };
  }

  test('is read in steps that double after empty responses', async () => {
    const { found, requests } = await readAll((_, to) => to);
    expect(found).toEqual(blocks);
    expect(requests.length).toBeLessThan(80);
  });

  test('is read in steps of 1,000 blocks if the server refuses or cuts longer ones', async () => {
    const { found, requests } = await readAll((from, to) => (to - from < 1000 ? to : undefined));
    expect(found).toEqual(blocks);
    expect(requests.length).toBeGreaterThan(20_000);
    expect((await readAll((from, to) => Math.min(to, from + 999))).found).toEqual(blocks);
  });

  test('is read in steps that the server answers completely', async () => {
    const { found, requests } = await readAll((from, to) => Math.min(to, from + 9_999));
    expect(found).toEqual(blocks);
    expect(requests.length).toBeLessThan(3_000);
  });
});

describe('pairs', () => {
  test('are described from a cache until they are stored', async () => {
    const { source, requests } = standard([event]);
    const first = await source.read(range, nothingStored, signal);
    const second = await source.read(range, nothingStored, signal);
    expect(second).toEqual(first);
    expect(requests.map(({ path }) => path)).toEqual(['/events', '/pair', '/asset', '/events']);
  });

  test.each([
    ['the source does not describe the pair', undefined],
    ['the description of the pair: asset1Id is missing', { pair: { ...pair, asset1Id: undefined } }],
    ['the description of the pair: id is that of another pair', { pair: { ...pair, id: JETTON } }],
    [
      'the description of the pair: asset1Id must differ from asset0Id',
      { pair: { ...pair, asset1Id: 'native' } },
      true,
    ],
    ['the description of the pair: pool is missing', {}],
  ])('%s: its events are invalid', async (reason, response, isPoolSpecific = false) => {
    const { source } = sourceOf(({ path }) => (path === '/events' ? { events: [event] } : response));
    expect(await source.read(range, nothingStored, signal)).toMatchObject({
      swaps: [],
      pools: [],
      invalid: [{ reason, event: { txnId: HASH }, isPoolSpecific }],
    });
  });

  test('may have assets that the source does not describe', async () => {
    const { source } = sourceOf(({ path }) => {
      if (path === '/events') return { events: [event] };
      return path === '/pair' ? { pair: { ...pair, createdAtBlockTimestamp: 1785580000 } } : undefined;
    });
    expect(await source.read(range, nothingStored, signal)).toMatchObject({
      swaps: [swap],
      pools: [{ address: POOL, createdAt: new Date('2026-08-01T10:26:40Z') }],
      jettons: [],
    });
  });

  test('that were described are not requested again after a failure, which has then progressed', async () => {
    const pools = ['e1', 'e2'].map((start) => `0:${start.padEnd(64, '0')}`);
    const failing = new Set(pools);
    const { source, requests } = sourceOf(({ path, query }) => {
      if (path === '/events') return { events: pools.map((pairId) => ({ ...event, pairId })) };
      const id = String(query.get('id'));
      if (path === '/pair' && failing.has(id)) throw new SourceError('/pair: status 500', { status: 500 });
      return path === '/pair' ? { pair: { ...pair, id } } : { asset };
    });
    const read = () => source.read(range, nothingStored, signal);
    await expect(read()).rejects.toMatchObject({ status: 500, hasProgressed: false });
    failing.delete(pools[0] ?? '');
    await expect(read()).rejects.toMatchObject({ status: 500, hasProgressed: true });
    await expect(read()).rejects.toMatchObject({ status: 500, hasProgressed: false });
    failing.clear();
    expect((await read()).swaps).toHaveLength(2);
    const described = requests.filter(({ path }) => path === '/pair').map(({ query }) => query.get('id'));
    expect(described).toEqual([pools[0], ...pools, pools[1], pools[1]]);
  });

  test('end the page before the block of one that fails, unless the source demands a pause', async () => {
    const [first = '', second = ''] = ['e1', 'e2'].map((start) => `0:${start.padEnd(64, '0')}`);
    const events = [first, second].map((pairId, index) => ({ ...event, pairId, block: at(4500 + index) }));
    let failure: SourceError | undefined = new SourceError('/pair: status 500', { status: 500 });
    const { source } = sourceOf(({ path, query }) => {
      if (path === '/events') return { events };
      const id = String(query.get('id'));
      if (path === '/pair' && id === second && failure) throw failure;
      return path === '/pair' ? { pair: { ...pair, id } } : { asset };
    });
    const read = (from: bigint) => source.read({ ...range, from }, nothingStored, signal);
    const page = await read(range.from);
    expect(page).toMatchObject({ next: 4501n, pools: [{ address: first }] });
    expect(page.swaps).toHaveLength(1);
    await expect(read(4501n)).rejects.toMatchObject({ status: 500, hasProgressed: false });
    failure = new SourceError('/pair: status 429', { status: 429, retryAfter: 1_000 });
    await expect(read(range.from)).rejects.toMatchObject({ retryAfter: 1_000 });
    failure = undefined;
    expect(await read(4501n)).toMatchObject({ pools: [{ address: second }] });
  });

  test('end the page between blocks if there are many', async () => {
    const pools = Array.from(
      { length: 25 },
      (_, index) => `0:${String(index).padStart(64, '0').replace(/^0/, 'e')}`,
    );
    const events = pools.map((pool, index) => ({
      ...event,
      pairId: pool,
      block: at(4500 + Math.floor(index / 5)),
    }));
    const { source, requests } = sourceOf(({ path, query }) => {
      if (path === '/events') return { events: events.toReversed() };
      if (path === '/pair') return { pair: { ...pair, id: query.get('id') } };
      return { asset };
    });
    const first = await source.read(range, nothingStored, signal);
    expect([first.swaps?.length, first.pools?.length, first.next]).toEqual([15, 15, 4503n]);
    const second = await source.read({ ...range, from: 4503n }, nothingStored, signal);
    expect([second.swaps?.length, second.pools?.length, second.next]).toEqual([10, 10, undefined]);
    expect(requests).toHaveLength(2 + 50);
  });
});

describe("STON.fi's dialect", () => {
  test.each(['', '/export/dexscreener/v1'])('is detected with the prefix %j', async (prefix) => {
    const { source, requests } = sourceOf(({ path }) => {
      if (path === `${prefix}/latest-block`) return { block: at(6000) };
      if (path === `${prefix}/events`) return { events: [event] };
      if (path === `${prefix}/pair/${pair.id}`) return { pool: pair };
      if (path === `${prefix}/asset/${asset.id}`) return { asset };
      return undefined;
    });
    expect(await source.read(range, nothingStored, signal)).toMatchObject({
      swaps: [swap],
      pools: [{ asset1: JETTON }],
      jettons: [{ decimals: 6 }],
    });
    const count = requests.length;
    await source.check(signal);
    await source.read({ ...range, from: 5000n }, nothingStored, signal);
    expect(requests.slice(count).map(({ path }) => path)).toEqual([
      `${prefix}/latest-block`,
      `${prefix}/events`,
      `${prefix}/events`,
    ]);
  });
});

describe('discovery', () => {
  const state = {
    cursors: new Map(),
    start: 10n,
    startTime: new Date(0),
    head: new Date(0),
    stored: undefined,
    unread: new Set<string>(),
  };

  function latestBlock(time: Date) {
    const blockTimestamp = time.getTime() / 1000;
    return sourceOf(({ path }) =>
      path === '/latest-block' ? { block: { blockNumber: 6000, blockTimestamp } } : { events: [] },
    ).source;
  }

  test('finds one range up to the latest block', async () => {
    const head = new Date(NOW.getTime() - 5_000);
    expect(await latestBlock(head).discover(state, signal)).toEqual({
      head,
      ranges: [{ subject: '', from: 10n, to: 6001n, fromTime: new Date(0), toTime: head }],
    });
  });

  test('is not ahead of the clock', async () => {
    const source = latestBlock(new Date(NOW.getTime() + 86_400_000));
    expect(await source.discover(state, signal)).toMatchObject({ head: NOW, ranges: [{ toTime: NOW }] });
  });

  test('does not follow a head that moves backwards', async () => {
    const source = latestBlock(new Date(NOW.getTime() - 60_000));
    const cursors = new Map([['', 6002n]]);
    expect(await source.discover({ ...state, cursors, head: NOW }, signal)).toEqual({
      head: NOW,
      ranges: [],
    });
  });
});

describe('a wrong head', () => {
  /** Answers with the heads one after another, then with the last one. */
  function heads(...numbers: readonly number[]) {
    const next = [...numbers];
    return sourceOf(({ path }) => {
      if (path !== '/latest-block') return { events: [] };
      return { block: { ...at(6000), blockNumber: next.length > 1 ? next.shift() : next[0] } };
    });
  }
  const known = {
    start: 0n,
    startTime: new Date(NOW.getTime() - 60_000),
    head: new Date((1785580000 + 5990) * 1000),
    stored: undefined,
    unread: new Set<string>(),
    cursors: new Map([['', 5990n]]),
  };

  test('is refused, and the next one is used', async () => {
    const { source } = heads(10 ** 15, 6000);
    const refused = source.discover(known, signal);
    await expect(refused).rejects.toThrow('block 1000000000000000');
    await expect(refused).rejects.toMatchObject({ isImplausible: true, problem: 'failing' });
    expect((await source.discover(known, signal)).ranges).toMatchObject([{ from: 5990n, to: 6001n }]);
  });

  test('of an earlier discovery is noticed', async () => {
    const { source } = heads(6000);
    const cursors = new Map([['', 10n ** 15n]]);
    await expect(source.discover({ ...known, cursors }, signal)).rejects.toBeInstanceOf(WrongPositionError);
    expect(source.keyOf?.({ time: NOW, lt: 5_990_007_002n })).toBe(5990n);
  });

  test.each([[[10 ** 15, 6000]], [[6000, 10 ** 15]]])('does not become the start: %j', async (numbers) => {
    const { source } = heads(...numbers);
    const start = await source.start(NOW, signal).catch(() => undefined);
    expect(start ?? 0n).toBeLessThan(10_000n);
  });
});

describe('the start', () => {
  /**
   * Serves one event of a pair at each of the blocks; a block takes one second. `created` is the block in which the
   * pair was created.
   */
  function chain(head: number, blocks: readonly number[], created?: number) {
    return sourceOf(({ path, query }) => {
      if (path === '/latest-block') return { block: at(head) };
      if (path === '/pair') return { pair: { ...pair, createdAtBlockNumber: created } };
      const [from, to] = [Number(query.get('fromBlock')), Number(query.get('toBlock'))];
      expect(to - from).toBeLessThan(1000);
      expect(to).toBeLessThanOrEqual(head);
      return {
        events: blocks
          .filter((block) => from <= block && block <= to)
          .map((block) => ({ block: at(block), pairId: pair.id })),
      };
    });
  }

  test('is close on a busy exchange', async () => {
    const blocks = Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index * 50);
    const { source, requests } = chain(2_000_000, blocks);
    const start = await source.start(new Date((1785580000 + 1_700_000) * 1000), signal);
    expect(Number(start)).toBeGreaterThan(1_698_900);
    expect(Number(start)).toBeLessThanOrEqual(1_700_000);
    expect(requests.length).toBeLessThan(30);
  });

  test('is never too late', async () => {
    const block = fc.nat(50_000);
    const chains = fc.record({ blocks: fc.array(block), time: fc.integer({ min: -10, max: 50_010 }) });
    await fc.assert(
      fc.asyncProperty(chains, async ({ blocks, time }) => {
        const { source } = chain(50_000, blocks, Math.min(...blocks, 50_000));
        const start = await source.start(new Date((1785580000 + time) * 1000), signal);
        expect(blocks.filter((number) => number >= time && number < start)).toEqual([]);
        expect(start).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  test('is close to the first event if there are only later ones', async () => {
    const first = fc.integer({ min: 0, max: 60_000_000 });
    await fc.assert(
      fc.asyncProperty(first, fc.nat(4_000_000), async (begin, length) => {
        const { source, requests } = sourceOf(({ path, query }) => {
          if (path === '/latest-block') return { block: at(begin + length) };
          const [from, to] = [Number(query.get('fromBlock')), Number(query.get('toBlock'))];
          // Trades in every 400th block since the first one.
          const next = begin + Math.ceil(Math.max(0, from - begin) / 400) * 400;
          return { events: next <= to ? [{ block: at(next) }] : [] };
        });
        const start = Number(await source.start(new Date(0), signal));
        expect(start).toBeLessThanOrEqual(begin);
        expect(start).toBeGreaterThanOrEqual(begin - 2000);
        expect(requests.length).toBeLessThan(60);
      }),
    );
  });

  test('is not earlier than the chain can have been at that time', async () => {
    const { source } = chain(100_000_000, []);
    expect(await source.start(new Date((1785580000 + 100_000_000 - 86_400) * 1000), signal)).toBe(
      BigInt(100_000_000 - 5 * 90_000),
    );
  });

  test('is the creation of the oldest known pair if that is earlier', async () => {
    const { source } = chain(1_000_000, [900_000, 999_500], 812_345);
    expect(await source.start(new Date(0), signal)).toBe(812_345n);
  });

  test.each([400, 404])('ignores old blocks that the server rejects with status %i', async (status) => {
    const { source } = sourceOf(({ path, query }) => {
      if (path === '/latest-block') return { block: at(100_000) };
      const from = Number(query.get('fromBlock'));
      if (from < 60_000) throw new SourceError(`/events: status ${status}`, { status });
      return { events: [{ block: at(from) }] };
    });
    const start = await source.start(new Date((1785580000 + 90_000) * 1000), signal);
    expect(Number(start)).toBeGreaterThan(88_000);
    expect(Number(start)).toBeLessThanOrEqual(90_000);
    const first = Number(await source.start(new Date(1785580000), signal));
    expect(first).toBeGreaterThan(58_000);
    expect(first).toBeLessThanOrEqual(60_000);
  });

  test('is searched again after two wrong heads in a row', async () => {
    const numbers = [10 ** 15, 10 ** 15];
    const { source } = sourceOf(({ path, query }) => {
      if (path === '/latest-block') return { block: { ...at(6000), blockNumber: numbers.shift() ?? 6000 } };
      if (Number(query.get('toBlock')) > 6000) throw new SourceError('/events: status 503', { status: 503 });
      return { events: [{ block: at(5500) }] };
    });
    const time = new Date((1785580000 + 5000) * 1000);
    await expect(source.start(time, signal)).rejects.toThrow('status 503');
    const start = await source.start(time, signal);
    expect(start).toBeLessThanOrEqual(5500n);
  });

  test('continues a search after an error', async () => {
    const blocks = Array.from({ length: 1000 }, (_, index) => index * 1000);
    const time = new Date((1785580000 + 123_456) * 1000);
    const { source: reliable } = chain(1_000_000, blocks);
    const expected = await reliable.start(time, signal);
    let attempts = 0;
    const { source } = sourceOf(({ path, query }) => {
      if (path === '/latest-block') return { block: at(1_000_000) };
      attempts += 1;
      if (attempts % 2 === 0) throw new SourceError('/events: status 500', { status: 500 });
      const [from, to] = [Number(query.get('fromBlock')), Number(query.get('toBlock'))];
      return {
        events: blocks.filter((block) => from <= block && block <= to).map((block) => ({ block: at(block) })),
      };
    });
    let start: bigint | undefined;
    for (let call = 0; call < 100 && start === undefined; call += 1) {
      start = await source.start(time, signal).catch(() => undefined);
    }
    expect(start).toBe(expected);
  });
});

test.each(['[]', '{"events":null}', 'null'])('an unexpected response is an error: %s', async (text) => {
  const { source } = sourceOf(() => text);
  await expect(source.read(range, nothingStored, signal)).rejects.toThrow(/^\/events: unexpected response: /);
  await expect(source.check(signal)).rejects.toThrow(/^\/latest-block: unexpected response: /);
});

test('a check reports the latest block, and the swaps before it', async () => {
  const latest = `DEX Screener adapter: latest block 6000, ${Math.round(NOW.getTime() / 1000) - (1785580000 + 6000)} s old`;
  expect(await standard([]).source.check(signal)).toBe(`${latest}; 0 swaps in the last 1,000 blocks`);
  const { source, requests } = standard([event, event, { ...event, maker: 'x' }]);
  expect(await source.check(signal)).toBe(`${latest}; 1 swap in the last 1,000 blocks, 1 invalid`);
  expect(requests.at(-1)?.query.toString()).toBe('fromBlock=5001&toBlock=6000');
  await expect(standard(undefined).source.check(signal)).rejects.toThrow(/^\/events: unexpected response: /);
});
