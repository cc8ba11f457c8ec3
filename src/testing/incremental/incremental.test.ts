import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { candleIntervals } from '#contract/candles.ts';
import { exportDataset } from '#service/import/export-dataset.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { importClock, importFiles, writeFolder } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jsonLines, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { differences } from '#testing/differences.ts';
import { generateMarket, withEdgeCases } from '#testing/market/market-generator.ts';
import { expectedCandles, expectedExchangeDays } from '#testing/oracle/candles.ts';
import { fiatAmount, tonAmount } from '#testing/oracle/changes.ts';
import { swapsOf, type World, worldAt } from '#testing/oracle/world.ts';
import { collectCandles } from '#testing/service/collect-pages.ts';
import { serve } from '#testing/service/imported-service.ts';
import type { Client } from '#testing/service/inject.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { calculateEverything, ingestBatch, runSchedule, type Schedule, SWAPS_PER_BURST } from './schedule.ts';
import { readComputedValues } from './stored-values.ts';

const schedules: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.nat(1_000),
  steps: fc.array(
    fc.record({
      pause: fc.oneof(
        fc.constant(0),
        fc.integer({ min: -120, max: 120 }),
        fc.integer({ min: 0, max: 3600 }),
        fc.integer({ min: 0, max: 3 * 86_400 }),
      ),
      swaps: fc.nat(60),
      repeated: fc.nat(5),
      addsPool: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

describeOnEachStore('after any schedule of batches', (openEmptyStore, _, shareCases) => {
  const numRuns = shareCases(Array.from({ length: Number(process.env.RUNS ?? 12) })).length;

  test('all values equal those of a full calculation', { timeout: timeLimit(300_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), schedules, async (marketSeed, schedule) => {
        const store = await openEmptyStore();
        const market = withEdgeCases(generateMarket(marketSeed));
        const world = worldAt(await runSchedule(store, market, schedule), market.stables, market.clock);
        const incremental = await readComputedValues(store);
        expect(await candleDifferences(await serve(store, market), world)).toEqual([]);
        expect(differences(...(await exchangeDays(store.db, world)))).toEqual([]);
        await calculateEverything(store, market.clock);
        expect(differences(incremental, await readComputedValues(store))).toEqual([]);
      }),
      { numRuns },
    );
  });
});

/** Compares the candles of the markets with bursts. */
async function candleDifferences(client: Client, world: World): Promise<string[]> {
  const found: string[] = [];
  const markets = [...world.markets.values()].flat();
  for (const market of markets.filter(({ pool }) => swapsOf(world, pool.address).length > SWAPS_PER_BURST)) {
    for (const interval of candleIntervals) {
      const input = { address: market.jetton, poolAddress: market.pool.address, interval, limit: 1000 };
      found.push(
        ...differences(await collectCandles(client, input), expectedCandles(world, market, interval)),
      );
    }
  }
  return found;
}

/** Returns the stored days of exchanges and, of the same days, those that are expected. */
async function exchangeDays(db: Database, world: World) {
  const days = await rows<{ day: string; exchange: string; transactions: string }>(
    db,
    sql`select day::text, exchange, transactions, traders,
        sum_round(volume_ton, 9)::text as ton, sum_round(volume_usd, 6)::text as usd
      from exchange_day`,
  );
  const keyOf = ({ day, exchange }: { day: string; exchange: string }) => `${day} ${exchange}`;
  const stored = Object.fromEntries(
    days.filter(({ transactions }) => transactions !== '0').map((row) => [keyOf(row), row]),
  );
  const exchanges = [...new Set(Array.from(world.dataset.pools.values(), ({ exchange }) => exchange))];
  const expected = exchanges.flatMap((exchange) =>
    expectedExchangeDays(world, exchange).map(({ day, transactions, traders, volumeTon, volumeUsd }) => ({
      day: new Date(day).toISOString().slice(0, 10),
      exchange,
      transactions: String(transactions),
      traders: String(traders),
      ton: decimalFromAmount(tonAmount(volumeTon)),
      usd: decimalFromAmount(fiatAmount(volumeUsd)),
    })),
  );
  const isStored = (day: string) => days.some((row) => row.day === day);
  const expectedRows = expected.filter(({ day }) => isStored(day)).map((row) => [keyOf(row), row]);
  return [stored, Object.fromEntries(expectedRows)] as const;
}

describeOnEachStore('a late swap that sets TON/USD at the first tick of a jetton', (openEmptyStore) => {
  const [jetton, stable] = [addressOf('a'), addressOf('b')];
  const pool = (address: string, asset1: string) => ({
    address,
    exchange: 'stonfi',
    asset0: TON_ADDRESS,
    asset1,
  });
  const start = importClock.getTime() / 1000 - 3600;
  const rate = {
    pool_address: addressOf('d'),
    token_bought_address: stable,
    amount_bought_raw: '2000000000',
  };
  const files = smallDataset({
    'pools.json': jsonLines([pool(addressOf('c'), jetton), pool(addressOf('d'), stable)]),
    'swaps.csv': [
      swapHeader,
      swapRow({ ...rate, lt: '1', event_time: String(start) }),
      swapRow({ lt: '3', event_time: String(start + 100) }),
      '',
    ].join('\n'),
  });

  test('changes its move since then', async () => {
    const store = await openEmptyStore();
    await importFiles(store, files, { stables: [stable] });
    await store.db.execute(sql`update dataset set as_of = null`);
    const firstTonUsd = async () => {
      const query = sql`select first_ton_usd::float8 as usd from jetton where address = ${jetton}`;
      return (await rows<{ usd: number }>(store.db, query))[0]?.usd;
    };
    expect(await firstTonUsd()).toBe(2);
    const late = {
      pool: addressOf('d'),
      time: new Date((start + 50) * 1000),
      lt: 2n,
      trader: addressOf('e'),
      sold0: true,
      amount0: 1_000_000_000n,
      amount1: 3_000_000_000n,
      volumeUsd: undefined,
      reserve0: undefined,
      reserve1: undefined,
    };
    await ingestBatch(store, importClock, { swaps: [late] });
    expect(await firstTonUsd()).toBe(3);
  });
});

/** Swaps and records that state what a pool has at some logical time, in the order in which they are stored. */
const arbitraryOperations = fc
  .uniqueArray(
    fc.record({
      lt: fc.integer({ min: 1, max: 20 }),
      units: fc.nat(2),
      isSwap: fc.boolean(),
      batch: fc.nat(2),
    }),
    { selector: ({ lt }) => lt, minLength: 1, maxLength: 6 },
  )
  .map((operations) =>
    operations.map((operation) => ({ ...operation, second: Math.floor(operation.lt / 7) })),
  );

describeOnEachStore('reserves of the same seconds', (openEmptyStore, _, shareCases) => {
  const numRuns = shareCases(Array.from({ length: Number(process.env.RUNS ?? 10) })).length;
  const start = importClock.getTime();

  async function readLiquidity(store: Store): Promise<number | undefined> {
    const [row] = await rows<{ units: number }>(
      store.db,
      sql`select liquidity_counterpart::float8 as units from market where pool_address = ${addressOf('c')}`,
    );
    return row?.units;
  }

  test('are those of the last operation, in any order of batches', {
    timeout: timeLimit(300_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOperations, fc.boolean(), async (operations, hasLt) => {
        const store = await openEmptyStore();
        await importFiles(store, smallDataset());
        await store.db.execute(sql`update dataset set as_of = null`);
        // Without a logical time, a record is the last of its second.
        const orderOf = ({ second, lt, isSwap }: (typeof operations)[number]) =>
          hasLt ? lt : second * 100 + (isSwap ? lt : 50);
        const isAmbiguous = new Set(operations.map(orderOf)).size < operations.length;
        fc.pre(!isAmbiguous);
        for (const batch of [0, 1, 2]) {
          const stored = operations
            .filter((operation) => operation.batch === batch)
            .map(({ units, second, lt, isSwap }) => ({
              isSwap,
              pool: addressOf('c'),
              time: new Date(start + 1000 * (second + 1)),
              lt: isSwap || hasLt ? BigInt(lt + 1) : undefined,
              reserve0: BigInt(units) * 10n ** 9n,
              reserve1: BigInt(units) * 10n ** 6n,
            }));
          const swaps = stored.flatMap(({ isSwap, lt = 0n, ...reserves }) =>
            isSwap
              ? {
                  ...reserves,
                  lt,
                  trader: addressOf('e'),
                  sold0: true,
                  amount0: 10n ** 9n,
                  amount1: 2_000_000n,
                }
              : [],
          );
          const reserves = stored.filter(({ isSwap }) => !isSwap);
          await ingestBatch(store, new Date(start + 60_000 * (batch + 1)), { swaps, reserves });
        }
        const last = operations.toSorted((a, b) => orderOf(a) - orderOf(b)).at(-1);
        expect(await readLiquidity(store)).toBe(last?.units);

        const incremental = await readComputedValues(store);
        await calculateEverything(store, new Date(start + 180_000));
        expect(differences(await readComputedValues(store), incremental)).toEqual([]);
        const { path, remove } = await writeFolder({});
        const folder = `${path}/exported`;
        await exportDataset(store, { folder });
        await importDataset(store, {
          folder,
          asOf: new Date(start + 180_000),
          exchanges: ['stonfi', 'dedust'],
          stables: [],
        });
        expect(await readLiquidity(store)).toBe(last?.units);
        await remove();
      }),
      { numRuns },
    );
  });
});
