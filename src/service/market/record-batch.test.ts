import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { warningKinds } from '#contract/jetton-warnings.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { batchOf, calculateEverything, importStart } from '#testing/incremental/schedule.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import { describeOnEachStore, describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import type { Batch, JettonClaims, ReservesRecord, SwapRecord } from './batch.ts';
import type { RoundListener } from './round.ts';

const market = generateMarket(1);
const unknown = `0:${'9'.repeat(64)}`;

describeOnEachStore('a batch', (openEmptyStore) => {
  let store: Store;
  let batch: Batch;
  let pendingSwaps: number;
  beforeAll(async () => {
    store = await openEmptyStore();
    const start = await importStart(store, market, new Date(market.clock.getTime() - 60_000), new Random(1));
    pendingSwaps = start.pending.length;
    batch = batchOf(start.dataset, start.pendingPools, start.pending);
  });

  async function countSwaps(): Promise<number> {
    const [row] = await rows<{ count: number }>(store.db, sql`select count(*)::int as count from swap`);
    return row?.count ?? 0;
  }

  test('is not stored while everything is calculated', async () => {
    const before = await countSwaps();
    await store.db.execute(sql`update dataset set is_calculating = true`);
    const result = await ingest(store, market.clock, batch);
    await store.db.execute(sql`update dataset set is_calculating = false`);
    expect(result).toEqual({ outcome: 'busy', recorded: 0, duplicates: 0 });
    expect(await countSwaps()).toBe(before);
  });

  test('is not stored if it refers to an unknown pool', async () => {
    const before = await countSwaps();
    const [swap] = batch.swaps ?? [];
    const swaps = swap ? [swap, { ...swap, pool: unknown }] : [];
    await expect(ingest(store, market.clock, { ...batch, swaps })).rejects.toThrow(`${unknown} is not known`);
    expect(await countSwaps()).toBe(before);
  });

  test('may repeat a rate; the last one wins', async () => {
    const rate = { code: 'eur', date: '2020-01-01' };
    await ingest(store, market.clock, { rates: ['1', '2', '3'].map((text) => ({ ...rate, rate: text })) });
    const found = await rows(store.db, sql`select rate from fx where code = 'eur' and date = '2020-01-01'`);
    expect(found).toEqual([{ rate: '3' }]);
  });

  test('may be large', async () => {
    const jettons = Array.from({ length: 3_000 }, (_, index) => ({
      address: `1:${index.toString(16).padStart(64, '0')}`,
      name: '',
      symbol: '',
      decimals: 9,
      links: [],
      verification: 'JVS_NONE' as const,
    }));
    const rates = Array.from({ length: 25_000 }, (_, day) => ({
      code: 'eur',
      date: new Date(-day * 86_400_000).toISOString().slice(0, 10),
      rate: '1',
    }));
    await ingest(store, market.clock, { jettons, rates });
    const [row] = await rows(
      store.db,
      sql`select (select count(*)::int from jetton where address like '1:%') as jettons,
        (select count(*)::int from fx where date <= '1970-01-01') as rates`,
    );
    expect(row).toEqual({ jettons: jettons.length, rates: rates.length });
  });

  test('is stored once, and reports its round', async () => {
    const onRound = vi.fn<RoundListener>();
    const first = await ingest(store, market.clock, batch, onRound);
    expect(first).toEqual({ outcome: 'done', recorded: pendingSwaps, duplicates: 0 });
    const second = await ingest(store, market.clock, batch, onRound);
    expect(second).toEqual({ outcome: 'done', recorded: 0, duplicates: pendingSwaps });
    const [[round] = [], [repeated] = []] = onRound.mock.calls;
    expect(round).toMatchObject({ outcome: 'done', swaps: pendingSwaps });
    expect(round?.jettons).toBeGreaterThan(0);
    expect(repeated).toMatchObject({ outcome: 'done', swaps: 0 });
  });

  test('is known to the planner once everything is calculated', async () => {
    const counterparts = sql`select n_distinct from pg_stats where tablename = 'market' and attname = 'counterpart_id'`;
    await store.db.execute(sql`delete from pg_statistic where starelid = 'market'::regclass`);
    expect(await rows(store.db, counterparts)).toEqual([]);
    await calculateEverything(store, market.clock);
    expect(await rows(store.db, counterparts)).toHaveLength(1);
  });

  test('stores the hashes of transactions that are known', async () => {
    const [first] = batch.swaps ?? [];
    if (!first) throw new RangeError('the batch has no swaps');
    const lt = first.lt + 10n ** 15n;
    const txHash = '0f'.repeat(32);
    await ingest(store, market.clock, {
      swaps: [
        { ...first, lt, txHash },
        { ...first, lt: lt + 1n, txHash: undefined },
      ],
    });
    const found = await rows(
      store.db,
      sql`select encode(tx_hash, 'hex') as hash from swap where lt >= ${String(lt)}::bigint order by lt`,
    );
    expect(found).toEqual([{ hash: txHash }, { hash: null }]);
  });

  test('does not move a fixed time', async () => {
    const readT = async () => {
      const [row] = await rows<{ at: string }>(store.db, sql`select iso(calculated_at) as at from dataset`);
      return row?.at;
    };
    const before = await readT();
    await store.db.execute(sql`update dataset set as_of = calculated_at`);
    const later = new Date(market.clock.getTime() + 1_000);
    expect(await ingest(store, later, {})).toMatchObject({ outcome: 'done' });
    expect(await readT()).toBe(before);
    await store.db.execute(sql`update dataset set as_of = null`);
    await ingest(store, later, {});
    expect(await readT()).toBe(later.toISOString());
  });

  test('updates only the given fields of a jetton', async () => {
    const [jetton] = batch.jettons ?? [];
    if (!jetton) throw new RangeError('the market has no new jettons');
    const { address } = jetton;
    const find = async () =>
      await rows(
        store.db,
        sql`select name, symbol, symbol_folded, holders_count, iso(holders_changed_at) as holders_changed_at, verification, xmin::text from jetton where address = ${address}`,
      );
    const update = { address, symbol: 'Ü', holdersCount: '9007199254740993', holdersChangedAt: new Date(0) };
    await ingest(store, market.clock, { jettonUpdates: [update] });
    const [row] = await find();
    expect(row).toMatchObject({
      name: jetton.name,
      symbol: 'Ü',
      symbol_folded: 'u',
      holders_count: '9007199254740993',
      verification: jetton.verification,
    });
    const again = { ...update, holdersChangedAt: new Date(1_000) };
    await ingest(store, market.clock, { jettonUpdates: [again, { address: unknown, name: 'Unknown' }] });
    expect(await find()).toEqual([row]);
  });

  test('keeps the history of the number of holders', async () => {
    const address = batch.jettons?.at(-1)?.address;
    const historyOf = async (jetton: string | undefined) =>
      await rows(
        store.db,
        sql`select iso(h.time) as time, h.count from jetton_holders h join jetton j on j.id = h.jetton_id
          where j.address = ${jetton} order by h.time`,
      );
    const before = await historyOf(address);
    const update = (holdersCount: number | undefined, at?: string) =>
      ingest(store, market.clock, {
        jettonUpdates: [
          {
            address: address ?? '',
            holdersCount,
            holdersChangedAt: at === undefined ? undefined : new Date(at),
          },
        ],
      });
    await update(5_000_001, '2030-01-01T00:00:00Z');
    await update(5_000_001, '2030-01-02T00:00:00Z');
    await update(5_000_003, '2030-01-03T00:00:00Z');
    await update(5_000_002, '2030-01-03T00:00:00Z');
    await update(undefined);
    expect(await historyOf(address)).toEqual([
      ...before,
      { time: '2030-01-01T00:00:00.000Z', count: '5000001' },
      { time: '2030-01-03T00:00:00.000Z', count: '5000002' },
    ]);
    const missing = sql`select address from jetton where holders_changed_at is not null and not exists (
      select from jetton_holders where jetton_id = id and time = holders_changed_at and count = holders_count)`;
    expect(await rows(store.db, missing)).toEqual([]);
  });

  test('sets metadata, also of stored jettons', async () => {
    const [jetton] = batch.jettons ?? [];
    if (!jetton) throw new RangeError('the market has no new jettons');
    const { address } = jetton;
    const before = { ...jetton, image: 'https://example.org/a.png', trustScore: 40 };
    await ingest(store, market.clock, { jettons: [before] });
    const changed = { ...jetton, name: 'Renamed', symbol: 'NEW', totalSupply: '123', holdersCount: 7 };
    await ingest(store, market.clock, { jettons: [{ ...changed, image: undefined, trustScore: undefined }] });
    const found = await rows(
      store.db,
      sql`select name, symbol, symbol_folded, total_supply, holders_count, decimals, image, given_trust_score
        from jetton where address = ${address}`,
    );
    expect(found).toEqual([
      {
        name: 'Renamed',
        symbol: 'NEW',
        symbol_folded: 'new',
        total_supply: '123',
        holders_count: '7',
        decimals: jetton.decimals,
        image: null,
        given_trust_score: null,
      },
    ]);
  });

  test('sets the share of holders that were stored before their jetton', async () => {
    const at = (seconds: number) => new Date(market.clock.getTime() + seconds * 1000);
    const token = `0:${'a'.repeat(64)}`;
    const holders = [{ owner: `0:${'b'.repeat(64)}`, balance: '600' }];
    await ingest(store, at(1), { holders: [{ token, time: at(0), source: 'test', holders }] });
    const jetton = {
      address: token,
      name: 'Held',
      symbol: 'HELD',
      decimals: 0,
      links: [],
      totalSupply: '1000',
    };
    await ingest(store, at(2), { jettons: [{ ...jetton, verification: 'JVS_NONE' }] });
    const found = await rows(
      store.db,
      sql`select top_ten_holders as top from jetton where address = ${token}`,
    );
    expect(found).toEqual([{ top: 60 }]);
  });

  test('sets reserves unless newer ones are stored, and exchange rates', async () => {
    const [pool] = batch.pools ?? [];
    if (!pool) throw new RangeError('the market has no new pools');
    const at = (seconds: number) => new Date(market.clock.getTime() + seconds * 1000);
    const reserves = (seconds: number, reserve: bigint) => ({
      pool: pool.address,
      reserve0: reserve,
      reserve1: reserve,
      time: at(seconds),
    });
    await ingest(store, at(1), {
      reserves: [reserves(1, 5000n), reserves(-86_400 * 100, 4000n)],
      rates: [{ code: 'eur', date: '2026-03-01', rate: '0.75' }],
    });
    await ingest(store, at(2), { reserves: [reserves(0, 6000n)] });
    const found = await rows(
      store.db,
      sql`select reserve0, reserve1, fx.rate from pool, fx
        where pool.address = ${pool.address} and fx.code = 'eur' and fx.date = '2026-03-01'`,
    );
    expect(found).toEqual([{ reserve0: '5000', reserve1: '5000', rate: '0.75' }]);
  });

  test('marks the dataset as stale if a changed rate values stored swaps', async () => {
    const staleAfter = async (date: string, rate = '0.5') => {
      await store.db.execute(sql`update dataset set is_stale = false`);
      await ingest(store, market.clock, { rates: [{ code: 'ton', date, rate }] });
      const [row] = await rows<{ stale: boolean }>(store.db, sql`select is_stale as stale from dataset`);
      return row?.stale;
    };
    // On this day, swaps provide the rate.
    expect(await staleAfter('2026-03-01')).toBe(false);
    expect(await staleAfter('2026-01-01')).toBe(true);
    expect(await staleAfter('2026-01-01', '0.50')).toBe(false);
    expect(await staleAfter('2026-01-01', '0.6')).toBe(true);
  });
});

describeOnOneStore('a pool', (openEmptyStore) => {
  const after = (seconds: number) => new Date(importClock.getTime() + seconds * 1000);
  const record = (seconds: number, units: bigint, lt?: bigint): ReservesRecord => ({
    pool: addressOf('c'),
    time: after(seconds),
    lt,
    reserve0: units * 10n ** 9n,
    reserve1: units * 10n ** 6n,
  });
  const swap = (seconds: number, units: bigint, lt: bigint): SwapRecord => ({
    ...record(seconds, units),
    lt,
    trader: addressOf('e'),
    sold0: true,
    amount0: 10n ** 9n,
    amount1: 10n ** 6n,
  });

  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore();
    await importFiles(store, smallDataset(), { stables: [] });
    await store.db.execute(sql`update dataset set as_of = null`);
  });

  async function readLiquidity() {
    const [market] = await rows<{ units: number; at: string }>(
      store.db,
      sql`select liquidity_counterpart::float8 as units, iso(liquidity_changed_at) as at from market
        where pool_address = ${addressOf('c')}`,
    );
    return market && { units: market.units, second: (Date.parse(market.at) - importClock.getTime()) / 1000 };
  }

  async function readExitDepths() {
    const [jetton] = await rows<{ depth: number | null; low: number | null }>(
      store.db,
      sql`select exit_depth_ton::float8 as depth, exit_low_ton::float8 as low from jetton
        where address = ${addressOf('a')}`,
    );
    return jetton;
  }

  test('of another type changes what sales bring', async () => {
    await ingest(store, after(10), { swaps: [swap(5, 1000n, 11n)] });
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 1000 });
    for (const [type, depth] of [
      ['JTN_MRKT_STABLE', null],
      ['JTN_MRKT_LINEAR', 1000],
    ] as const) {
      await ingest(store, after(11), { poolTypes: [{ address: addressOf('c'), type }] });
      expect(await readExitDepths()).toEqual({ depth, low: depth });
    }
  });

  test('has its lowest reserves from all records of 30 days, in any order', async () => {
    const day = 86_400;
    const [lower, higher, old] = [record(-5 * day, 2n), record(-4 * day, 1500n), record(-31 * day, 1n)];
    await ingest(store, after(10), { swaps: [swap(5, 1000n, 11n)] });
    await ingest(store, after(11), { reserves: [higher] });
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 1000 });
    await ingest(store, after(12), { reserves: [lower] });
    await ingest(store, after(13), { reserves: [old] });
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 2 });
    await ingest(store, after(14), { reserves: [record(12, 900n), record(13, 1n), record(14, 1000n)] });
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 1 });
    await calculateEverything(store, after(14));
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 1 });
  });

  test('has lower reserves again when the day of its lowest ones is more than 29 days ago', async () => {
    const [hour, day] = [3600, 86_400];
    const reserves = [record(-29 * day, 1n), record(-28 * day, 2n)];
    await ingest(store, after(10), { swaps: [swap(5, 1000n, 11n)], reserves });
    await calculateEverything(store, after(16 * hour));
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 1 });
    await ingest(store, after(16.5 * hour), {});
    expect(await readExitDepths()).toEqual({ depth: 1000, low: 2 });
  });

  test('has a buyer of the week who sold before it, also if the sale is stored later', async () => {
    const sold = async () => {
      const percent = sql`select buyers_who_sold as percent from jetton where address = ${addressOf('a')}`;
      return (await rows<{ percent: number }>(store.db, percent))[0]?.percent;
    };
    await ingest(store, after(10), { swaps: [swap(5, 1000n, 11n)] });
    expect(await sold()).toBe(0);
    const late = { ...swap(-30 * 86_400, 1000n, 7n), sold0: false };
    await ingest(store, after(11), { swaps: [late] });
    expect(await sold()).toBe(100);
  });

  test.each<[string, Batch]>([
    ['with its logical time', { swaps: [swap(5, 5000n, 11n)], reserves: [record(5, 0n, 15n)] }],
    ['without a logical time', { swaps: [swap(5, 5000n, 11n)], reserves: [record(5, 0n)] }],
    ['after another one', { reserves: [record(5, 1000n), record(5, 0n)] }],
    ['before another one in the list', { reserves: [record(5, 0n, 16n), record(5, 1000n, 15n)] }],
  ])('has the reserves after a withdrawal in the second of another operation, %s', async (_, batch) => {
    await ingest(store, after(10), batch);
    expect(await readLiquidity()).toEqual({ units: 0, second: 5 });
    await ingest(store, after(11), batch);
    expect(await readLiquidity()).toEqual({ units: 0, second: 5 });
    await calculateEverything(store, after(11));
    expect(await readLiquidity()).toEqual({ units: 0, second: 5 });
  });

  test('has the reserves after a swap that is later in the same second, whichever is stored first', async () => {
    await ingest(store, after(10), { reserves: [record(5, 1000n, 15n)] });
    await ingest(store, after(11), { swaps: [swap(5, 1001n, 19n)] });
    expect(await readLiquidity()).toEqual({ units: 1001, second: 5 });
    await ingest(store, after(12), { reserves: [record(5, 1000n, 15n)] });
    expect(await readLiquidity()).toEqual({ units: 1001, second: 5 });
  });

  test('has reserves that are later than T when T reaches them, in steps or at once', async () => {
    await ingest(store, after(1), { reserves: [record(1, 5n)] });
    const steps: unknown[] = [];
    const observed: Pick<Store, 'transaction'> = {
      transaction: async (work) => {
        const result = await store.transaction(work);
        steps.push((await readLiquidity())?.units);
        return result;
      },
    };
    const reserves = [
      record(1199, 7n),
      record(1205, 8n, 1n),
      record(400, 6n),
      record(1205, 9n, 2n),
      record(9000, 10n),
    ];
    await ingest(observed, after(1201), { reserves });
    expect(steps).toEqual([5, 6, 6, 7]);
    await ingest(store, after(1206), {});
    expect(await readLiquidity()).toEqual({ units: 9, second: 1205 });
    await calculateEverything(store, after(9001));
    expect(await readLiquidity()).toEqual({ units: 10, second: 9000 });
    expect(await rows(store.db, sql`select from feed_waiting`)).toEqual([]);
  });

  test('may return to earlier reserves after a swap, which may be stored later', async () => {
    await ingest(store, after(3), { reserves: [record(1, 0n)] });
    await ingest(store, after(6), { swaps: [swap(5, 1000n, 11n)] });
    await ingest(store, after(9), { reserves: [record(8, 0n)] });
    expect(await readLiquidity()).toEqual({ units: 0, second: 8 });
    await ingest(store, after(12), { reserves: [record(11, 0n)] });
    expect(await readLiquidity()).toEqual({ units: 0, second: 8 });
    await ingest(store, after(15), { swaps: [swap(10, 1000n, 12n)] });
    expect(await readLiquidity()).toEqual({ units: 0, second: 11 });
  });
});

const [a, b, absent] = [addressOf('a'), addressOf('b'), addressOf('7')];

const arbitraryClaims = fc.record(
  {
    address: fc.constantFrom(a, b, absent),
    source: fc.constantFrom('stonfi', 'tonapi'),
    warnings: fc.uniqueArray(fc.constantFrom(...warningKinds)),
    multiplier: fc.constantFrom(
      'unknown' as const,
      { numerator: 3n, denominator: 2n },
      { numerator: 2n ** 255n, denominator: 2n ** 256n - 1n },
    ),
  },
  { requiredKeys: ['address', 'source'] },
);

/** Returns what is stored by jetton and source: warnings, and multipliers in the order of their times. */
async function readClaims(store: Store): Promise<Record<string, unknown>> {
  const found = await rows<{ key: string; value: string }>(
    store.db,
    sql`
    select 'warnings ' || j.address || ' ' || source as key, string_agg(kind, ',' order by kind) as value
    from jetton_warning join jetton j on j.id = jetton_id group by 1
    union all
    select 'multipliers ' || j.address || ' ' || source,
      string_agg(coalesce(numerator || '/' || denominator, 'unknown'), ',' order by since)
    from jetton_multiplier join jetton j on j.id = jetton_id group by 1`,
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}

/** The same, from all claims in their order. */
function expectedClaims(batches: readonly (readonly JettonClaims[])[]): Record<string, unknown> {
  const stored = new Map<string, string>();
  for (const claims of batches) {
    const last = new Map(claims.map((claim) => [`${claim.address} ${claim.source}`, claim]));
    for (const [key, { address, warnings, multiplier }] of last) {
      if (address === absent) continue;
      if (warnings) stored.set(`warnings ${key}`, warnings.toSorted().join(','));
      if (!multiplier) continue;
      const text =
        multiplier === 'unknown' ? multiplier : `${multiplier.numerator}/${multiplier.denominator}`;
      const before = stored.get(`multipliers ${key}`)?.split(',') ?? [];
      if (before.at(-1) !== text) stored.set(`multipliers ${key}`, [...before, text].join(','));
    }
  }
  return Object.fromEntries([...stored].filter(([, value]) => value !== ''));
}

describeOnOneStore('claims of sources', (openEmptyStore) => {
  test('replace earlier claims of the same source, and multipliers keep their history', async () => {
    const store = await openEmptyStore();
    await importFiles(store, smallDataset());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(arbitraryClaims, { maxLength: 6 })), async (batches) => {
        await store.db.execute(sql`truncate jetton_warning, jetton_multiplier`);
        for (const [index, records] of batches.entries()) {
          const at = new Date(importClock.getTime() + index);
          const claims = { at, records };
          await ingest(store, importClock, { claims });
          await ingest(store, importClock, { claims });
        }
        expect(await readClaims(store)).toEqual(expectedClaims(batches));
      }),
      { numRuns: 10 },
    );
  });

  test('never change a verification', async () => {
    const store = await openEmptyStore();
    await importFiles(store, smallDataset());
    const verifications = sql`select address, verification from jetton order by id`;
    const before = await rows(store.db, verifications);
    const records = [{ address: a, source: 'stonfi', warnings: warningKinds }];
    await ingest(store, importClock, { claims: { at: importClock, records } });
    expect(await rows(store.db, verifications)).toEqual(before);
  });
});
