import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import { ContradictionError } from '#service/feeds/client/source.ts';
import { everythingStored, nothingStored, scriptedClient } from '#testing/feeds/scripted-client.ts';
import { longestBlock, timeLimit } from '#testing/time-limit.ts';
import { createStonfiSource } from './stonfi.ts';

const address = (digit: string) => `0:${digit.repeat(64)}`;
const POOL = address('a');
const JETTON = address('b');
const TRADER = address('c');
const WRAPPED = '0:671963027F7F85659AB55B821671688601CDCF1EE674FC7FBBB1A776A18D34A3';
const ROUTER = address('d');
const NOW = new Date('2026-08-01T12:00:00.500Z');
const signal = new AbortController().signal;

const HASH = 'f7'.repeat(32);
const operation = {
  pool_tx_hash: HASH,
  pool_address: toUserFriendly(POOL),
  router_address: toUserFriendly(ROUTER),
  pool_tx_lt: 54321000001,
  pool_tx_timestamp: '2026-08-01T11:30:00',
  wallet_address: TRADER.toUpperCase(),
  operation_type: 'swap',
  success: true,
  exit_code: 'swap_ok',
  asset0_address: WRAPPED,
  asset0_amount: '1000000000',
  asset0_reserve: '5000000000000',
  asset1_address: toUserFriendly(JETTON),
  asset1_amount: '-2500000',
  asset1_reserve: '12000000000',
  fee_asset_address: toUserFriendly(JETTON),
};
const info = { contract_address: toUserFriendly(JETTON), kind: 'Jetton', symbol: 'JET', decimals: 6 };
const item = { operation, asset0_info: { contract_address: WRAPPED, symbol: 'TON' }, asset1_info: info };
const swap = {
  pool: POOL,
  trader: TRADER,
  time: new Date('2026-08-01T11:30:00Z'),
  lt: 54321000001n,
  sold0: true,
  amount0: { baseUnits: '1000000000' },
  amount1: { baseUnits: '2500000' },
  reserve0: { baseUnits: '5000000000000' },
  reserve1: { baseUnits: '12000000000' },
  txHash: HASH,
};

const key = (time: string) => BigInt(Date.parse(time));
const range = { subject: '', from: key('2026-08-01T11:00:00Z'), to: key('2026-08-01T11:59:59.500Z') };

/** Shape of ston-fi/api 0.32 (npm), whose types have no fixed values of `router_type`. */
const router = {
  address: toUserFriendly(ROUTER),
  major_version: 2,
  minor_version: 1,
  pton_master_address: WRAPPED,
  pton_version: '2.1',
  pton_wallet_address: WRAPPED,
  router_type: 'ConstantProduct',
  pool_creation_enabled: true,
};

function sourceOf(operations: unknown, others: Record<string, unknown> = {}) {
  const responses: Record<string, unknown> = { '/v1/routers': { router_list: [router] }, ...others };
  const { client, requests } = scriptedClient(({ path }) =>
    path === '/v1/stats/operations' ? { operations } : responses[path],
  );
  return { source: createStonfiSource(client, { exchange: 'stonfi', now: () => NOW }), requests };
}

const changed = (changes: Partial<Record<keyof typeof operation, unknown>>) => ({
  ...item,
  operation: { ...operation, ...changes },
});

async function readOne(event: unknown) {
  return await sourceOf([event]).source.read(range, everythingStored, signal);
}

test('reads swaps, pools and jettons', async () => {
  const { source, requests } = sourceOf([item]);
  expect(await source.read(range, nothingStored, signal)).toEqual({
    swaps: [swap],
    pools: [
      { address: POOL, exchange: 'stonfi', asset0: TON_ADDRESS, asset1: JETTON, type: 'JTN_MRKT_LINEAR' },
    ],
    jettons: [{ address: JETTON, symbol: 'JET', decimals: 6 }],
    claims: [],
    reserves: [],
    invalid: [],
  });
  expect(requests.map(({ query }) => Object.fromEntries(query))).toEqual([
    { since: '2026-08-01T11:00:00', until: '2026-08-01T12:00:00' },
    { dex_v2: 'true' },
  ]);
});

test('valid swaps are read, whatever else a page contains', async () => {
  const changedOperation = fc
    .tuple(fc.constantFrom(...Object.keys(operation)), fc.jsonValue())
    .map(([name, value]) => ({ ...item, operation: { ...operation, [name]: value } }));
  const changedRow = fc
    .tuple(fc.constantFrom(...Object.keys(item)), fc.jsonValue())
    .map(([name, value]) => ({ ...item, [name]: value }));
  const rows = fc.oneof(fc.jsonValue(), changedRow, changedOperation);
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { maxLength: 4 }), async (others) => {
      const operations = [...others, changed({ pool_tx_lt: 54321000002 })];
      const { swaps } = await sourceOf(operations).source.read(range, everythingStored, signal);
      expect(swaps).toContainEqual({ ...swap, lt: 54321000002n });
    }),
  );
});

test.each([
  ['number', '7'.repeat(1_000_000)],
  ['text', `"${'7'.repeat(1_000_000)}"`],
])(
  'a %s of a million digits makes only its swap invalid, and does not block the process',
  async (_, json) => {
    const rows = JSON.stringify([changed({ asset0_amount: 'LONG' }), item]).replace('"LONG"', json);
    const respond = async () => new Response(`{"operations":${rows},"router_list":[]}`);
    const client = createClient({ url: 'https://source.example', rate: 1e6, fetch: respond });
    const source = createStonfiSource(client, { exchange: 'stonfi', now: () => NOW });
    const blocked = await longestBlock(async () => {
      const { swaps, invalid } = await source.read(range, everythingStored, signal);
      expect(swaps).toEqual([swap]);
      expect(invalid?.map(({ reason }) => reason)).toEqual(['asset0_amount exceeds 256 bits']);
    });
    expect(blocked).toBeLessThan(timeLimit(500));
  },
);

test.each([
  ['a referral', { exit_code: 'swap_ok_ref' }, { sold0: true }],
  ['other capitalization', { operation_type: 'Swap' }, { sold0: true }],
  ['a fraction of a second', { pool_tx_timestamp: '2026-08-01T11:30:00.999Z' }, { time: swap.time }],
  ['another time zone', { pool_tx_timestamp: '2026-08-01T13:30:00+02:00' }, { time: swap.time }],
  ['unknown reserves', { asset0_reserve: null }, { sold0: true }],
  ['a hash in base64', { pool_tx_hash: Buffer.from(HASH, 'hex').toString('base64') }, { txHash: HASH }],
  ['no hash', { pool_tx_hash: { hash: HASH } }, { txHash: undefined }],
  ['an unknown asset of the fees', { fee_asset_address: undefined }, { sold0: true }],
  ['fees in another jetton', { fee_asset_address: POOL }, { sold0: true }],
])('reads a swap with %s', async (_, changes, expected) => {
  expect(await readOne(changed(changes))).toMatchObject({ swaps: [expected], invalid: [] });
});

test('the sign of the amounts gives the direction', async () => {
  const fee_asset_address = TON_ADDRESS;
  const { swaps } = await readOne(changed({ asset0_amount: '-1', asset1_amount: '2', fee_asset_address }));
  expect(swaps).toMatchObject([{ sold0: false, amount0: { baseUnits: '1' }, amount1: { baseUnits: '2' } }]);
});

test.each([
  ['asset0_amount and asset1_amount must have different signs', { asset1_amount: '2500000' }],
  ['asset0_amount and asset1_amount must have different signs', { asset0_amount: '-1' }],
  ['asset0_amount must be greater than 0', { asset0_amount: '0' }],
  ['asset0_amount is missing', { asset0_amount: null }],
  ['asset0_amount is not an integer', { asset0_amount: '1.5' }],
  ['asset0_amount is not an integer', { asset0_amount: '--1' }],
  ['asset1_amount exceeds 256 bits', { asset1_amount: `-${2n ** 256n}` }],
  ['asset0_reserve is not an integer', { asset0_reserve: '-1' }],
  ['asset1_address must differ from asset0_address', { asset1_address: TON_ADDRESS }],
  ['pool_address is not a valid address', { pool_address: 'EQ' }],
  ['wallet_address is missing', { wallet_address: undefined }],
  ['pool_tx_lt is not an integer', { pool_tx_lt: 1.5 }],
  ['pool_tx_timestamp is not a valid time', { pool_tx_timestamp: 'today' }],
  ['success must be true or false', { success: 'yes' }],
  ['fee_asset_address contradicts the signs of the amounts', { fee_asset_address: WRAPPED }],
])('%s: the event is invalid (case %#)', async (reason, changes) => {
  const { source } = sourceOf([changed(changes), item]);
  const page = await source.read(range, everythingStored, signal);
  expect(page.swaps).toEqual([swap]);
  expect(page.invalid).toMatchObject([{ reason, event: { operation: { pool_tx_hash: HASH } } }]);
});

test('the feed stops if the fees of most swaps contradict the signs of their amounts', async () => {
  const swapped = Array.from({ length: 10 }, () => changed({ fee_asset_address: WRAPPED }));
  const withoutFee = changed({ fee_asset_address: undefined });
  const { source } = sourceOf([...swapped, item]);
  const error = await source.read(range, everythingStored, signal).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ContradictionError);
  expect(error).toMatchObject({
    message:
      '/v1/stats/operations: fee_asset_address contradicts the signs of the amounts (10 swaps, 1 confirmed)',
    rejected: swapped.map(() => ({})),
  });
  await expect(sourceOf([...swapped, withoutFee]).source.check(signal)).rejects.toThrow(ContradictionError);
  const confirmed = swapped.map(() => item);
  const page = await sourceOf([...swapped, ...confirmed]).source.read(range, everythingStored, signal);
  expect([page.swaps?.length, page.invalid?.length]).toEqual([10, 10]);
});

test('a few swaps whose fees contradict the signs of their amounts are invalid, also without others', async () => {
  const swapped = Array.from({ length: 9 }, () => changed({ fee_asset_address: WRAPPED }));
  const page = await sourceOf(swapped).source.read(range, everythingStored, signal);
  expect([page.swaps?.length, page.invalid?.length]).toEqual([0, 9]);
});

test('a pool of two kinds of GRAM, which anyone can create, does not indicate that the format has changed', async () => {
  const ofPool = changed({ asset1_address: TON_ADDRESS, asset0_address: TON_ADDRESS });
  const { source } = sourceOf([ofPool, changed({ pool_tx_lt: undefined })]);
  const { invalid } = await source.read(range, everythingStored, signal);
  expect(invalid?.map(({ isPoolSpecific }) => isPoolSpecific)).toEqual([true, false]);
});

test('the key of an invalid event does not depend on descriptions of its assets', async () => {
  const invalid = changed({ asset0_amount: '0' });
  const first = await readOne(invalid);
  const second = await readOne({ ...invalid, asset1_info: { ...info, dex_price_usd: '1' } });
  expect(first.invalid?.[0]?.key).toBe(second.invalid?.[0]?.key);
});

test.each([
  ['failed', { success: false, asset0_amount: 'x' }],
  ['without reserves', { operation_type: 'set_fees', asset0_reserve: null }],
])('skips operations that are %s', async (_, changes) => {
  expect(await readOne(changed(changes))).toMatchObject({ swaps: [], reserves: [], pools: [], invalid: [] });
});

test.each([
  [{ operation_type: 'add_liquidity' }, swap.lt],
  [{ exit_code: 'swap_refund_no_liq' }, swap.lt],
  [{ operation_type: 'withdraw_liquidity', pool_tx_lt: 1.5 }, undefined],
])('reads reserves of other operations: %o', async (changes, lt) => {
  const { reserve0, reserve1, time } = swap;
  expect(await readOne(changed({ ...changes, wallet_address: null }))).toMatchObject({
    swaps: [],
    reserves: [{ pool: POOL, time, lt, reserve0, reserve1 }],
    pools: [{ address: POOL }],
  });
});

test('omits invalid facts of jettons', async () => {
  const asset1_info = {
    ...info,
    display_name: 'x'.repeat(1001),
    image_url: 'https://a.example/x',
    decimals: -1,
  };
  expect(await readOne({ ...item, asset1_info })).toMatchObject({
    swaps: [swap],
    jettons: [{ address: JETTON, symbol: 'JET', image: 'https://a.example/x' }],
    invalid: [],
  });
  const bad = await readOne({ ...item, asset1_info: { contract_address: 'EQ' } });
  expect(bad).toMatchObject({ swaps: [swap], jettons: [], invalid: [] });
});

describe('jettons without decimals', () => {
  const withoutInfo = { ...item, asset1_info: undefined };
  const path = `/v1/assets/${toUserFriendly(JETTON)}`;

  test('are requested if they are not stored', async () => {
    const { source } = sourceOf([withoutInfo], { [path]: { asset: info } });
    const { jettons } = await source.read(range, nothingStored, signal);
    expect(jettons).toEqual([{ address: JETTON, symbol: 'JET', decimals: 6 }]);
  });

  test('are not requested if they are stored', async () => {
    const { source, requests } = sourceOf([withoutInfo]);
    await source.read(range, everythingStored, signal);
    expect(requests.map(({ path }) => path)).toEqual(['/v1/stats/operations', '/v1/routers']);
  });

  test.each([{}, { [path]: { asset: { ...info, contract_address: POOL } } }])(
    'stay unknown if the source does not describe them (case %#)',
    async (assets) => {
      const { jettons, swaps } = await sourceOf([withoutInfo], assets).source.read(
        range,
        nothingStored,
        signal,
      );
      expect(jettons).toEqual([]);
      expect(swaps).toEqual([swap]);
    },
  );
});

describe('the type of a pool', () => {
  const typeOf = async (source: ReturnType<typeof sourceOf>['source']) =>
    (await source.read(range, everythingStored, signal)).pools?.map(({ type }) => type);

  test.each([
    ['ConstantProduct', 'JTN_MRKT_LINEAR'],
    ['WeightedConstProduct', 'JTN_MRKT_WEIGHTED'],
    ['StableSwap', 'JTN_MRKT_STABLE'],
    ['WeightedStableSwap', 'JTN_MRKT_WEIGHTED_STABLE'],
    ['ConstantSum', 'JTN_MRKT_CONSTANT_SUM'],
    ['StableSwapV2', 'JTN_MRKT_STABLE_SWAP_V2'],
    ['weighted_v1Pool', 'JTN_MRKT_WEIGHTED_V1_POOL'],
    ['<b>', 'JTN_MRKT_UNKNOWN'],
  ])('of a router of type %s is %s', async (router_type, type) => {
    const router_list = [null, { ...router, router_type }];
    expect(await typeOf(sourceOf([item], { '/v1/routers': { router_list } }).source)).toEqual([type]);
  });

  test.each([
    ['has no router', changed({ router_address: undefined }), {}],
    ['has an invalid router', changed({ router_address: 'EQ' }), {}],
    ['has a router that is not listed', changed({ router_address: POOL }), {}],
    ['has a router, without a list', item, { '/v1/routers': undefined }],
  ])('is unknown if its operation %s', async (_, operationItem, responses) => {
    const { source } = sourceOf([operationItem], responses);
    expect(await source.read(range, everythingStored, signal)).toMatchObject({
      swaps: [swap],
      pools: [{ type: 'JTN_MRKT_UNKNOWN' }],
      invalid: [],
    });
  });

  test('is read once, and for an unknown router again after a minute', async () => {
    const router_list = [router];
    const { client, requests } = scriptedClient(({ path }) =>
      path === '/v1/routers' ? { router_list } : { operations: [item, changed({ router_address: POOL })] },
    );
    let now = NOW;
    const source = createStonfiSource(client, { exchange: 'stonfi', now: () => now });
    const lists = () => requests.filter(({ path }) => path === '/v1/routers').length;
    await typeOf(source);
    await typeOf(source);
    expect(lists()).toBe(1);
    router_list.push({ ...router, address: toUserFriendly(POOL), router_type: 'StableSwap' });
    now = new Date(NOW.getTime() + 60_000);
    expect(await typeOf(source)).toEqual(['JTN_MRKT_STABLE']);
    now = new Date(NOW.getTime() + 3_600_000);
    await typeOf(source);
    expect(lists()).toBe(2);
  });

  test.each(['[]', '{}'])('is not guessed from an unexpected list: %s', async (list) => {
    await expect(typeOf(sourceOf([item], { '/v1/routers': list }).source)).rejects.toThrow(
      /^\/v1\/routers: unexpected response: /,
    );
  });
});

test('reads twice as much after each empty response, up to a day, and an hour after others', async () => {
  let operations: unknown[] = [];
  const { client } = scriptedClient(({ path }) => (path.endsWith('operations') ? { operations } : undefined));
  const source = createStonfiSource(client, { exchange: 'stonfi', now: () => NOW });
  const hours: number[] = [];
  const read = async () => {
    const { chunk = 0n } = source;
    hours.push(Number(chunk / 3_600_000n));
    await source.read({ ...range, from: range.to - chunk }, everythingStored, signal);
  };
  for (let count = 0; count < 7; count += 1) await read();
  operations = [item];
  await read();
  await read();
  expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24, 24, 1]);
});

test('reads long ranges in requests of an hour', async () => {
  const { source, requests } = sourceOf([item]);
  const long = { ...range, to: range.from + 3_600_001n };
  const first = await source.read(long, everythingStored, signal);
  expect(first.next).toBe(range.from + 3_600_000n);
  const second = await source.read({ ...long, from: first.next ?? 0n }, everythingStored, signal);
  expect(second.next).toBeUndefined();
  expect([first.swaps?.length, second.swaps?.length]).toEqual([1, 0]);
  const periods = requests.filter(({ path }) => path === '/v1/stats/operations');
  expect(periods[1] && Object.fromEntries(periods[1].query)).toEqual({
    since: '2026-08-01T12:00:00',
    until: '2026-08-01T12:00:01',
  });
});

test('any division of a range yields every swap', async () => {
  const start = range.from;
  const items = Array.from({ length: 30 }, (_, second) =>
    changed({ pool_tx_lt: second, pool_tx_timestamp: new Date(Number(start) + second * 1000).toISOString() }),
  );
  const { source } = sourceOf(items);
  const cuts = fc.uniqueArray(fc.bigInt({ min: 1n, max: 29_999n }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cuts, async (offsets) => {
      const bounds = [0n, ...offsets.sort((a, b) => Number(a - b)), 30_000n];
      const read = new Set<bigint>();
      for (const [index, from] of bounds.slice(0, -1).entries()) {
        const part = { subject: '', from: start + from, to: start + (bounds[index + 1] ?? 0n) };
        const page = await source.read(part, everythingStored, signal);
        for (const { lt, time } of page.swaps ?? []) {
          read.add(lt);
          expect(time.getTime()).toBeGreaterThan(Number(part.from) - 1000);
          expect(time.getTime()).toBeLessThan(Number(part.to));
        }
      }
      expect(read.size).toBe(30);
    }),
  );
});

describe('discovery', () => {
  const { source, requests } = sourceOf([]);
  const start = key('2026-08-01T00:00:00Z');
  const state = {
    cursors: new Map(),
    start,
    startTime: new Date(0),
    head: new Date(0),
    stored: undefined,
    unread: new Set<string>(),
  };

  test('finds one range up to now, without requests', async () => {
    const to = BigInt(NOW.getTime());
    const fromTime = new Date('2026-08-01T00:00:00Z');
    expect(await source.start(fromTime, signal)).toBe(start);
    expect(await source.discover(state, signal)).toEqual({
      head: NOW,
      ranges: [{ subject: '', from: start, to, fromTime, toTime: NOW }],
    });
    expect(requests).toEqual([]);
  });

  test.each([0n, 1n])('finds nothing if the clock has not advanced', async (ahead) => {
    const cursors = new Map([['', BigInt(NOW.getTime()) + ahead]]);
    expect(await source.discover({ ...state, cursors }, signal)).toEqual({ head: NOW, ranges: [] });
  });
});

test.each(['[]', '{}', '{"operations":{}}', 'null'])(
  'an unexpected response is an error: %s',
  async (text) => {
    const { client } = scriptedClient(() => text);
    const source = createStonfiSource(client, { exchange: 'stonfi', now: () => NOW });
    await expect(source.read(range, nothingStored, signal)).rejects.toThrow(
      /^\/v1\/stats\/operations: unexpected response: /,
    );
  },
);

test('a check counts the swaps of the last minute, and what is known of their signs and routers', async () => {
  const text = 'STON.fi operations of the last minute:';
  const { source, requests } = sourceOf([item]);
  expect(await source.check(signal)).toBe(`${text} 1 swap, signs of 1 confirmed; 1 router`);
  expect(requests.map(({ path }) => path)).toEqual(['/v1/stats/operations', '/v1/routers']);
  const other = changed({ router_address: toUserFriendly(JETTON), fee_asset_address: undefined });
  expect(await sourceOf([item, other, null]).source.check(signal)).toBe(
    `${text} 2 swaps, signs of 1 confirmed, 1 invalid; 1 router, 1 operation of others`,
  );
  const empty = { '/v1/routers': { router_list: [] } };
  expect(await sourceOf([], empty).source.check(signal)).toBe(
    `${text} 0 swaps, signs of 0 confirmed; no list of routers`,
  );
  const broken = { '/v1/routers': {} };
  await expect(sourceOf([item], broken).source.check(signal)).rejects.toThrow(
    '/v1/routers: unexpected response: router_list must be an array',
  );
});

/** Names and values are those of the types of ston-fi/api 0.32 (npm, November 2026). */
test.each([
  ['no tags', {}, []],
  ['other tags', { tags: ['asset:popular', 'asset:new', 7], blacklisted: false }, [{ warnings: [] }]],
  [
    'warnings',
    { tags: ['asset:fake', 'asset:taxable', 'asset:honeypot', 'asset:dmca_complaint', 'asset:suspicious'] },
    [{ warnings: ['honeypot', 'fake', 'suspicious', 'dmca_complaint', 'taxable'] }],
  ],
  [
    'the tag of a blacklist',
    { tags: ['asset:blacklisted'], blacklisted: false },
    [{ warnings: ['blacklisted'] }],
  ],
  ['a blacklist without tags', { blacklisted: true }, [{ warnings: ['blacklisted'] }]],
  ['invalid tags', { tags: 'asset:fake', blacklisted: 'yes' }, []],
  [
    'a scale',
    { extensions: ['custom_payload', 'scaled-ui'], scale: '1.0250' },
    [{ multiplier: { numerator: 41n, denominator: 40n } }],
  ],
  ['the tag of a scale', { tags: ['asset:scaled'] }, [{ warnings: [], multiplier: 'unknown' }]],
  ['a scale that does not apply', { scale: '2', extensions: [] }, []],
  ['an invalid scale', { tags: ['asset:scaled'], scale: '0' }, [{ warnings: [], multiplier: undefined }]],
])('reads what an asset with %s states', async (_, fields, expected) => {
  const event = { ...item, asset1_info: { ...info, ...fields } };
  const { claims, jettons, invalid } = await readOne(event);
  expect(claims).toEqual(expected.map((claim) => ({ address: JETTON, source: 'stonfi', ...claim })));
  expect({ jettons, invalid }).toMatchObject({ jettons: [{ address: JETTON, decimals: 6 }], invalid: [] });
});

test('reads what a separate description of an asset states', async () => {
  const asset = { ...info, tags: ['asset:honeypot'] };
  const { source } = sourceOf([{ operation }], { [`/v1/assets/${toUserFriendly(JETTON)}`]: { asset } });
  const { claims } = await source.read(range, nothingStored, signal);
  expect(claims).toEqual([
    { address: JETTON, source: 'stonfi', warnings: ['honeypot'], multiplier: undefined },
  ]);
});
