import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REVOKED_ADMIN, TON_ADDRESS } from '#contract/address.ts';
import {
  type DiscoveryState,
  OPEN_END,
  SourceError,
  type StoreLookup,
} from '#service/feeds/client/source.ts';
import { type TextFolder, writeFolder } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { nothingStored } from '#testing/feeds/scripted-client.ts';
import { createNdjsonSource } from './ndjson-source.ts';

const NOW = new Date('2026-01-29T07:50:00Z');
const signal = new AbortController().signal;
const [a, c, e] = [addressOf('a'), addressOf('c'), addressOf('e')];
const lookup: StoreLookup = {
  ...nothingStored,
  findPool: async (address) => (address === c ? { asset0: TON_ADDRESS, asset1: a } : undefined),
};

let folder: TextFolder;
let path: string;
beforeAll(async () => {
  folder = await writeFolder({});
  path = join(folder.path, 'events.ndjson');
});
afterAll(() => folder.remove());
beforeEach(() => writeFile(path, ''));

const source = () => createNdjsonSource({ path, exchanges: ['stonfi'], now: () => NOW });

const swap = {
  type: 'swap',
  event_time: 1769673000,
  lt: '42',
  trader_address: e,
  pool_address: c,
  token_sold_address: a,
  token_bought_address: TON_ADDRESS,
  amount_sold_raw: '5',
  amount_bought_raw: '7',
};

async function readLines(...lines: readonly (object | string)[]) {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(path, `${texts.join('\n')}\n`);
  return await source().read({ subject: '', from: 0n, to: OPEN_END }, lookup, signal);
}

function stateAt(cursor: bigint | undefined, unread: readonly string[] = []): DiscoveryState {
  const cursors = new Map(cursor === undefined ? [] : [['', cursor]]);
  return {
    cursors,
    start: 0n,
    startTime: new Date(0),
    head: new Date(0),
    stored: undefined,
    unread: new Set(unread),
  };
}

describe('a growing file', () => {
  /** Reads like a feed: discovers, then reads to the end. Returns the logical times and the new cursor. */
  async function follow(cursor: bigint | undefined) {
    const { ranges } = await source().discover(stateAt(cursor), signal);
    const lts: bigint[] = [];
    let end = cursor;
    for (const range of ranges) {
      let { from } = range;
      for (;;) {
        const page = await source().read({ ...range, from }, lookup, signal);
        lts.push(...(page.swaps ?? []).map(({ lt }) => lt));
        if (page.next === undefined) {
          end = page.end ?? from;
          break;
        }
        from = page.next;
      }
    }
    return { lts, cursor: end };
  }
  const line = (lt: number) => `${JSON.stringify({ ...swap, lt })}\n`;

  test('is read from its previous end', async () => {
    await writeFile(path, line(1) + line(2));
    const first = await follow(undefined);
    expect(first).toEqual({ lts: [1n, 2n], cursor: BigInt(Buffer.byteLength(line(1) + line(2))) });
    expect(await follow(first.cursor)).toEqual({ lts: [], cursor: first.cursor });
    await appendFile(path, line(3));
    expect((await follow(first.cursor)).lts).toEqual([3n]);
  });

  test('is not read beyond its last complete line', async () => {
    const text = line(2);
    await writeFile(path, line(1) + text.slice(0, 20));
    const { lts, cursor } = await follow(undefined);
    expect({ lts, cursor }).toEqual({ lts: [1n], cursor: BigInt(line(1).length) });
    await appendFile(path, text.slice(20, -1));
    expect(await follow(cursor)).toEqual({ lts: [], cursor });
    await appendFile(path, '\n');
    expect((await follow(cursor)).lts).toEqual([2n]);
  });

  test('is read from its start after it was truncated', async () => {
    await writeFile(path, line(1) + line(2));
    const { cursor } = await follow(undefined);
    await truncate(path);
    const truncated = await follow(cursor);
    expect(truncated).toEqual({ lts: [], cursor: 0n });
    await appendFile(path, line(3));
    expect((await follow(truncated.cursor)).lts).toEqual([3n]);
    await writeFile(path, line(4));
    expect((await follow(cursor)).lts).toEqual([4n]);
  });

  test('that is longer than one read is read in pages of whole lines', async () => {
    const count = 6_000;
    await writeFile(path, Array.from({ length: count }, (_, index) => line(index + 1)).join(''));
    const { lts } = await follow(undefined);
    expect(lts).toHaveLength(count);
    expect(new Set(lts).size).toBe(count);
  });

  test('is not discovered again before it has been read', async () => {
    await writeFile(path, line(1));
    expect((await source().discover(stateAt(undefined, ['']), signal)).ranges).toEqual([]);
  });

  test('with a line that is too long is an error', async () => {
    await writeFile(path, 'x'.repeat(1 << 20));
    const reading = source().read({ subject: '', from: 0n, to: OPEN_END }, lookup, signal);
    await expect(reading).rejects.toThrow(`${path}: the line at byte 0 exceeds 1 MB`);
  });

  test('that is missing is an error', async () => {
    await rm(path);
    const discovering = source().discover(stateAt(undefined), signal);
    await expect(discovering).rejects.toThrow(
      new SourceError(`${path} cannot be read (ENOENT)`, { problem: 'unreachable' }),
    );
    await expect(source().check(signal)).rejects.toThrow('cannot be read (ENOENT)');
  });
});

test('reads all types of records', async () => {
  const pool = { address: addressOf('d'), exchange: 'stonfi', asset0: a, asset1: TON_ADDRESS };
  const page = await readLines(
    { type: 'jetton', address: a, name: 'Alpha', decimals: 6 },
    '',
    {
      type: 'pool',
      ...pool,
      poolType: 'stable',
      createdAt: 1769000000,
      reserve0: 1,
      reserve1: '2',
      reservesAt: '2026-01-29T07:00:00Z',
    },
    { ...swap, reserve0_raw: 10, reserve1_raw: '11', volume_usd: '1.25', tx_hash: 'AB'.repeat(32) },
    {
      type: 'reserves',
      pool_address: c,
      event_time: 1769673000,
      lt: '43',
      reserve0_raw: '3',
      reserve1_raw: 4,
    },
    { type: 'rate', date: '2026-01-29', ton: '0.5', eur: 0.9 },
  );
  const time = new Date(1769673000 * 1000);
  expect(page).toMatchObject({
    invalid: [],
    jettonRecords: [{ address: a, name: 'Alpha', symbol: '', decimals: 6 }],
    pools: [{ ...pool, type: 'stable', createdAt: new Date(1769000000 * 1000) }],
    swaps: [
      {
        pool: c,
        trader: e,
        time,
        lt: 42n,
        sold0: false,
        amount0: { baseUnits: '7' },
        amount1: { baseUnits: '5' },
        reserve0: { baseUnits: '10' },
        reserve1: { baseUnits: '11' },
        volumeUsd: '1.25',
        txHash: 'ab'.repeat(32),
      },
    ],
    reserves: [
      {
        pool: pool.address,
        time: new Date('2026-01-29T07:00:00Z'),
        reserve0: { baseUnits: '1' },
        reserve1: { baseUnits: '2' },
      },
      { pool: c, time, lt: 43n, reserve0: { baseUnits: '3' }, reserve1: { baseUnits: '4' } },
    ],
    rates: [
      { date: '2026-01-29', code: 'ton', rate: '0.5' },
      { date: '2026-01-29', code: 'eur', rate: '0.9' },
    ],
    received: 5,
  });
});

test.each([
  [undefined, undefined],
  [null, undefined],
  ['', REVOKED_ADMIN],
  [TON_ADDRESS, REVOKED_ADMIN],
  [a, a],
])('admin %j is %j', async (admin, read) => {
  const { jettonRecords = [], invalid } = await readLines({ type: 'jetton', address: a, admin });
  expect(jettonRecords.map((jetton) => jetton.admin)).toEqual([read]);
  expect(invalid).toEqual([]);
});

test('reads the holders of a token', async () => {
  const record = { type: 'holders', token_address: a, snapshot_time: 1769673000 };
  const holder = { owner_address: e, balance_raw: '5' };
  const { holders, invalid } = await readLines(
    { ...record, supply_raw: '12', holders: [{ ...holder, kind: 'locker', name: 'A locker' }] },
    { ...record, holders: [] },
    { ...record, holders: [{ ...holder, kind: 'person' }] },
    record,
  );
  const snapshot = { token: a, time: new Date(1_769_673_000_000), source: 'ndjson' };
  expect(holders).toEqual([
    { ...snapshot, supply: '12', holders: [{ owner: e, balance: '5', kind: 'locker', name: 'A locker' }] },
    { ...snapshot, supply: undefined, holders: [] },
  ]);
  expect(invalid?.map(({ reason }) => reason)).toEqual([
    'kind must be one of pool, burn, locker, contract, wallet',
    'holders must be an array',
  ]);
});

test('reads warnings of a jetton by their source', async () => {
  const warnings = [
    { source: 'stonfi', kinds: ['fake', 'fake', 'honeypot'] },
    { source: 'indexer', kinds: [] },
  ];
  const { claims, jettonRecords } = await readLines({ type: 'jetton', address: a, warnings });
  expect(claims).toEqual([
    { address: a, source: 'stonfi', warnings: ['fake', 'honeypot'] },
    { address: a, source: 'indexer', warnings: [] },
  ]);
  expect(jettonRecords).toMatchObject([{ address: a, verification: 'JVS_NONE' }]);
});

test('a swap may use a pool of an earlier line', async () => {
  const pool = { type: 'pool', address: addressOf('d'), exchange: 'stonfi', asset0: TON_ADDRESS, asset1: a };
  const { swaps, invalid } = await readLines({ ...swap, pool_address: pool.address }, pool, {
    ...swap,
    pool_address: pool.address,
    lt: '43',
  });
  expect(invalid).toMatchObject([{ key: 'byte 0', reason: 'pool_address is unknown' }]);
  expect(swaps).toMatchObject([{ lt: 43n, sold0: false }]);
});

test('a pool cannot change its assets, nor their order', async () => {
  const pool = { type: 'pool', address: c, exchange: 'stonfi' };
  const other = { ...pool, address: addressOf('d'), asset0: a, asset1: e };
  const { pools, invalid, swaps } = await readLines(
    { ...pool, asset0: a, asset1: TON_ADDRESS },
    other,
    { ...other, asset0: e, asset1: a },
    { ...pool, asset0: TON_ADDRESS, asset1: a },
    swap,
  );
  const reason = 'asset0 and asset1 differ from those of the existing pool';
  expect(invalid).toMatchObject([{ reason }, { reason }]);
  expect(pools).toMatchObject([
    { asset0: a, asset1: e },
    { asset0: TON_ADDRESS, asset1: a },
  ]);
  expect(swaps).toMatchObject([{ sold0: false }]);
});

test.each([
  ['invalid JSON', '{"type":"swap"'],
  ['expected a JSON object', '[]'],
  ['type is missing', {}],
  ['type must be swap, jetton, pool, reserves, holders or rate', { type: 'trade' }],
  ['pool_address is unknown', { ...swap, pool_address: addressOf('9') }],
  ['the tokens are not the assets of the pool', { ...swap, token_sold_address: addressOf('b') }],
  ['the tokens are not the assets of the pool', { ...swap, token_bought_address: a }],
  ['amount_sold_raw must be greater than 0', { ...swap, amount_sold_raw: '0' }],
  ['amount_bought_raw is not an integer', { ...swap, amount_bought_raw: '1.5' }],
  ['trader_address is missing', { ...swap, trader_address: null }],
  ['lt must be quoted: it exceeds 2^53 - 1', JSON.stringify(swap).replace('"42"', '9007199254740993')],
  ['exchange must be one of stonfi', { type: 'pool', address: c, exchange: 'x', asset0: a, asset1: e }],
  ['asset1 must differ from asset0', { type: 'pool', address: c, exchange: 'stonfi', asset0: a, asset1: a }],
  ['address must not be that of the native coin', { type: 'jetton', address: TON_ADDRESS }],
  ['reserve0_raw is missing', { type: 'reserves', pool_address: c, event_time: 1769673000 }],
  ['date is not a valid date', { type: 'rate', date: '2026-02-30', eur: '1' }],
  [
    'warnings must be an array',
    { type: 'jetton', address: a, warnings: { source: 'stonfi', kinds: ['fake'] } },
  ],
  ['source is missing', { type: 'jetton', address: a, warnings: [{ kinds: [] }] }],
  [
    'source must consist of up to 40 lowercase letters, digits, dots, _ and -',
    { type: 'jetton', address: a, warnings: [{ source: '<b>', kinds: [] }] },
  ],
  [
    'kinds must be of honeypot, fake, blacklisted, suspicious, dmca_complaint, taxable',
    { type: 'jetton', address: a, warnings: [{ source: 'stonfi', kinds: ['rug'] }] },
  ],
  [
    'warnings has more than 20 sources',
    { type: 'jetton', address: a, warnings: Array(21).fill({ source: 'stonfi', kinds: [] }) },
  ],
  ['eur must be greater than 0', { type: 'rate', date: '2026-01-29', eur: '0' }],
])('%s: the line is invalid and skipped (case %#)', async (reason, line) => {
  const { invalid, swaps, ...rest } = await readLines(line, swap);
  expect(invalid).toMatchObject([{ key: 'byte 0', reason }]);
  expect(swaps).toMatchObject([{ lt: 42n }]);
  expect(rest).toMatchObject({
    pools: [],
    reserves: [],
    rates: [],
    jettonRecords: [],
    claims: [],
    received: 2,
  });
});

test('checks the size of the file', async () => {
  await writeFile(path, 'x'.repeat(1_234));
  expect(await source().check(signal)).toBe(`${path}: 1,234 bytes`);
});
