import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pricePeriods } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { silentProgress } from '#service/config/progress.ts';
import { calculationHash } from '#service/market/calculate.ts';
import { updateDust } from '#service/market/update-dust.ts';
import { openStore } from '#service/open-store.ts';
import { queryStoreState } from '#service/operations/store-status.ts';
import { prepareData } from '#service/prepare-store.ts';
import { type Database, rows } from '#service/store/database.ts';
import { currentSchema, IncompatibleSchemaError } from '#service/store/migrations.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jsonLines, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { differences } from '#testing/differences.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { expectedStatistics } from '#testing/oracle/jetton-responses.ts';
import { expectedTicks, sortedMarkets } from '#testing/oracle/market-responses.ts';
import { collectTicks } from '#testing/service/collect-pages.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { importGenerated, serve } from '#testing/service/imported-service.ts';
import { describeOnEachStore, describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { batchOf, calculateEverything } from './schedule.ts';
import { readComputedValues } from './stored-values.ts';

/** The migrations that the initial one replaces, as they are in the logs of development stores: time and hash. */
const developmentMigrations = [
  [1795272341472, '0e8821e15d451234590571660702caf07df846b038be364776a90cf174b1887b'],
  [1795272343231, '39deab0fba7093101067a24ff469db7402d0955ed68945360c29d4386dd1f6f7'],
  [1795272345501, 'c6cadac53328e31cbdd1df947b093f15cb2046abad2574bb9ebbdee2d88b7a0d'],
  [1795374000000, '3f5c9afb1019538d248fbc67125d9d754e0ed2685c6bb9dba9968f9f7efc366d'],
  [1795395758935, '3195758b5cbb210dab7127d7216f9e9837ae54201693572dbc5181aee81cd09b'],
  [1795415027170, '62aaed7d0cf003f46ed5c75fc1f7b43979e0d0f8858315aeffa683397fd3b354'],
  [1795420320594, 'aabf398c12b649af4c0422831ed09db42dbec25da356aa645f5c6c1c8e1c7307'],
] as const;

/** The number of migrations in the log of a store with the schema of the initial migration. */
const DEVELOPMENT_MIGRATIONS: number = developmentMigrations.length;

/** Computed columns of `jetton` that the initial migration lacks. */
const laterColumns = [
  'last_trade_at',
  'first_tick_at',
  'first_price',
  'first_ton_usd',
  ...pricePeriods.map((period) => `traded_ratio_${period}`),
  'effective_traders',
  'buyers_who_sold',
  'trending',
  'traders_vs_usual',
  'volume_vs_usual',
  'exit_depth_ton',
  'exit_depth_usd',
  'exit_price_ton',
  'exit_price_usd',
  'top_ten_holders',
  'exit_low_ton',
  'exit_low_usd',
];

function alterLaterColumns(db: Database, statement: string, change: (name: string) => string) {
  return db.execute(sql.raw(`${statement} ${laterColumns.map(change).join(', ')}`));
}

/**
 * Turns a store of this version into one of a development version: with its `count` migrations in the log, and without
 * what later ones have added.
 */
async function downgrade(db: Database, count = DEVELOPMENT_MIGRATIONS): Promise<void> {
  await db.execute(sql`alter table dataset drop column calculation_version, drop column calculation_hashes`);
  await db.execute(sql`alter table feed drop column failing_since, drop column problem`);
  await db.execute(
    sql`drop table jetton_warning, jetton_multiplier, jetton_holders, candle, candle_backlog, exchange_day,
      jetton_concentration, reserve_low, push_key, alert_subscription, alert_rule, alert_message, holder_snapshot, holder`,
  );
  await db.execute(sql`
    drop index swap_trader, market_rank, trust_score_validity_until, trust_score_validity_min_ton_usd,
      trust_score_validity_max_ton_usd`);
  await db.execute(sql`alter table swap drop column tx_hash`);
  await db.execute(sql`alter table pool drop column reserves_confirmed_at, drop column reserves_lt`);
  await alterLaterColumns(db, 'alter table jetton', (name) => `drop column ${name}`);
  await db.execute(sql`drop function record_inserted_holders, record_changed_holders cascade`);
  await db.execute(sql`truncate migration restart identity`);
  for (const [time, hash] of developmentMigrations.slice(0, count))
    await db.execute(sql`insert into migration (hash, created_at) values (${hash}, ${time})`);
}

/** Stores reserves of one pool that are later than a fixed clock, as version 0.8 did for each feed. */
async function storeLaterReserves(db: Database): Promise<void> {
  for (const [feed, time] of [
    ['a', '2027-01-01T00:00:00Z'],
    ['b', '2027-01-02T00:00:00Z'],
    ['c', '2027-01-02T00:00:00Z'],
  ])
    await db.execute(sql`
      insert into feed_waiting (feed, pool, lt, asset, event)
      values (${`${feed} later reserves`}, ${addressOf('c')}, 0, ${addressOf('a')}, ${JSON.stringify({ time })}::jsonb)`);
}

const recordedTables = ['jetton', 'jetton_holders', 'pool', 'swap', 'trader', 'ton_rate', 'fx', 'feed'];

function readRecordedData(db: Database) {
  return Promise.all(
    recordedTables.map((table) => rows(db, sql.raw(`select * from ${table} order by ${table}::text`))),
  );
}

describeOnEachStore('a store with the schema of the initial migration', (_, newLocation) => {
  test('keeps its data, and all values are calculated at the next start', async () => {
    const location = await newLocation();
    const market = generateMarket(9);
    const previous = await openStore(location);
    const { world } = await importGenerated(previous, market);
    // Tables that the store lacks cannot be filled again.
    await previous.db.execute(sql`truncate holder, holder_snapshot`);
    await previous.db.execute(sql`update jetton set top_ten_holders = null`);
    const { dataset, ...computed } = await readComputedValues(previous);
    await alterLaterColumns(previous.db, 'update jetton set', (name) => `${name} = null`);
    await previous.db.execute(sql`update swap set tx_hash = null`);
    await previous.db.execute(sql`truncate candle`);
    const recorded = await readRecordedData(previous.db);
    const { dataset: _dataset, ...migrated } = await readComputedValues(previous);
    await downgrade(previous.db);
    await storeLaterReserves(previous.db);
    await previous.close();

    const store = await openStore(location);
    expect(await rows(store.db, sql`select feed, event->>'time' as time from feed_waiting`)).toEqual([
      { feed: 'later reserves', time: '2027-01-02T00:00:00Z' },
    ]);
    await store.db.execute(sql`truncate feed_waiting`);
    expect(await queryStoreState(store.db)).toMatchObject({ schemaVersion: currentSchema });
    expect(await readRecordedData(store.db)).toEqual(recorded);
    const datasetOf = (version: number | null, hashes: string[] | null) => ({
      1: { ...dataset?.[1], calculation_version: version, calculation_hashes: hashes },
    });
    expect(await readComputedValues(store)).toEqual({
      ...migrated,
      jetton_concentration: {},
      reserve_low: {},
      dataset: datasetOf(null, null),
    });

    await store.db.execute(sql`update jetton set trust_score = null`);
    const settings = { AS_OF: market.clock.toISOString(), STABLES: market.stables.join(',') };
    await prepareData(store, serviceOf(settings, store).config, silentProgress);
    expect(await readComputedValues(store)).toEqual({
      ...computed,
      dataset: datasetOf(1, [await calculationHash()]),
    });
    const client = await serve(store, market);
    const address = [...world.dataset.jettons.keys()];
    const { items } = await client.call(operations.getJettonStatisticsList, { limit: 100 });
    const byAddress = Object.fromEntries(items.map((item) => [item.address, item]));
    const expected = Object.fromEntries(address.map((jetton) => [jetton, expectedStatistics(world, jetton)]));
    expect(differences(byAddress, expected)).toEqual([]);
    for (const jetton of address) {
      for (const of of sortedMarkets(world, jetton)) {
        const input = { address: jetton, poolAddress: of.pool.address, limit: 100 };
        expect(differences(await collectTicks(client, input), expectedTicks(world, of))).toEqual([]);
      }
    }

    const [swap] = world.dataset.swaps;
    const repeated = swap ? [swap, { ...swap, lt: swap.lt + 500n }] : [];
    await store.transaction(async (db) => {
      await db.execute('update dataset set as_of = null');
    });
    const result = await ingest(store, market.clock, batchOf(world.dataset, [], repeated));
    expect(result).toEqual({ outcome: 'done', recorded: 1, duplicates: 1 });
    await store.close();
  });
});

describeOnEachStore('a store with an older schema', (_, newLocation) => {
  test('is rejected and stays as it is', async () => {
    const location = await newLocation();
    const previous = await openStore(location);
    await previous.db.execute(sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 0.9)`);
    await downgrade(previous.db, DEVELOPMENT_MIGRATIONS - 1);
    await previous.close();
    const opening = openStore(location, { replaceDamaged: true });
    await expect(opening).rejects.toThrow(IncompatibleSchemaError);
    await expect(opening).rejects.toThrow(/schema "jetscope".* import the data again$/);
    const reopening = openStore(location);
    await expect(reopening).rejects.toThrow(IncompatibleSchemaError);
  });
});

describeOnEachStore('a store with a newer schema', (_, newLocation) => {
  test('is opened if it is that of the next release, and otherwise rejected', async () => {
    const location = await newLocation();
    const addMigration = async () => {
      const store = await openStore(location);
      await store.db.execute(
        sql`insert into migration (hash, created_at) select 'newer', max(created_at) + 1 from migration`,
      );
      await store.close();
    };
    await addMigration();
    await addMigration();
    const opening = openStore(location, { replaceDamaged: true });
    await expect(opening).rejects.toThrow(IncompatibleSchemaError);
    await expect(opening).rejects.toThrow(/^The store was written by a newer version/);
  });
});

/** Swaps of TON for jetton a, which has no decimals, or for jetton b, which has 9. */
const dustSwaps = [
  ['a', '1000', '100'],
  ['a', '1000', '99'],
  ['a', '999', '100'],
  ['b', '1000', '999'],
  ['b', '1000', '1000'],
].map(([jetton = '', sold, bought], index) =>
  swapRow({
    lt: String(index + 1),
    pool_address: addressOf(jetton === 'a' ? 'c' : 'd'),
    token_bought_address: addressOf(jetton),
    amount_sold_raw: `${sold}`,
    amount_bought_raw: `${bought}`,
  }),
);
const poolOf = (address: string, asset1: string) => ({
  address,
  exchange: 'stonfi',
  asset0: `0:${'0'.repeat(64)}`,
  asset1,
});
const dustDataset = smallDataset({
  'jettons.json': jsonLines([{ address: addressOf('a'), decimals: 0 }, { address: addressOf('b') }]),
  'pools.json': jsonLines([poolOf(addressOf('c'), addressOf('a')), poolOf(addressOf('d'), addressOf('b'))]),
  'swaps.csv': `${swapHeader}\n${dustSwaps.join('\n')}\n`,
});

describeOnOneStore('swaps that were dust by the definition of an earlier version', (openEmptyStore) => {
  test('become ticks', async () => {
    const store = await openEmptyStore();
    await importFiles(store, dustDataset, { stables: [addressOf('a')] });
    const dust = () => rows(store.db, sql`select lt, dust from swap order by lt`);
    const isDust = [false, true, true, true, false];
    expect(await dust()).toEqual(isDust.map((value, index) => ({ lt: String(index + 1), dust: value })));
    const before = await readComputedValues(store);
    const isOldDust = sql`lt = 1`;
    await store.db.execute(sql`update swap set dust = true where ${isOldDust}`);
    await store.db.execute(
      sql`update trade set dust = true, counterpart = null, ton = null, usd = null where ${isOldDust}`,
    );
    await store.db.execute(sql`delete from ton_rate where ${isOldDust}`);
    await updateDust(store.db, 40);
    expect(await dust()).toEqual(isDust.map((value, index) => ({ lt: String(index + 1), dust: value })));
    await calculateEverything(store, importClock);
    expect(await readComputedValues(store)).toEqual(before);
  });
});
