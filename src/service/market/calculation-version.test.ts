import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { silentProgress } from '#service/config/progress.ts';
import { type Data, prepareData } from '#service/prepare-store.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { pause } from '#testing/service/pause.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { CALCULATION_VERSION } from './calculate.ts';
import { startRefresher } from './round-timer.ts';

const market = generateMarket(9);

function prepare(store: Store): Promise<Data> {
  const settings = { AS_OF: market.clock.toISOString(), STABLES: market.stables.join(',') };
  return prepareData(store, serviceOf(settings, store).config, silentProgress);
}

function readScores(db: Database) {
  return rows<{ id: number; score: number | null }>(
    db,
    sql`select id, trust_score as score from jetton order by id`,
  );
}

async function storedVersion(db: Database): Promise<number | null | undefined> {
  return (await readDataset(db))?.calculationVersion;
}

/** Makes all values those of a version with other weights, after which no score changes for a long time. */
async function storeValuesOf(db: Database, version: number | null): Promise<void> {
  await db.execute(sql`update jetton set trust_score = 101`);
  await db.execute(
    sql`update trust_score_validity set until = 'infinity', min_ton_usd = 0, max_ton_usd = 'infinity'`,
  );
  await db.execute(sql`update dataset set calculation_version = ${version}`);
}

describeOnEachStore('values of another version', (openEmptyStore) => {
  test.each([
    ['of an older version', CALCULATION_VERSION - 1],
    ['without a version', null],
  ])('%s are recalculated at the start', async (_, version) => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    const scores = await readScores(store.db);
    expect(scores.filter(({ score }) => score !== null).length).toBeGreaterThan(5);
    expect(await storedVersion(store.db)).toBe(CALCULATION_VERSION);
    await storeValuesOf(store.db, version);
    await prepare(store);
    expect(await readScores(store.db)).toEqual(scores);
    expect(await storedVersion(store.db)).toBe(CALCULATION_VERSION);
  });

  test('calculated by an older service while this one runs are recalculated', async () => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    const scores = await readScores(store.db);
    const { clock, refreshClock, recalculate } = await prepare(store);
    await storeValuesOf(store.db, CALCULATION_VERSION - 1);
    const listener = { succeeded: vi.fn<() => void>(), failed: vi.fn<(error: unknown) => void>() };
    const refresher = startRefresher({ store, clock, refreshClock, recalculate, pause }, listener);
    await eventually(async () => expect(await storedVersion(store.db)).toBe(CALCULATION_VERSION));
    await refresher.stop();
    expect(listener.failed).not.toHaveBeenCalled();
    expect(await readScores(store.db)).toEqual(scores);
  });

  test('of a newer version are left alone, so that two versions never overwrite each other', async () => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    await storeValuesOf(store.db, CALCULATION_VERSION + 1);
    const scores = await readScores(store.db);
    const { clock, refreshClock, recalculate } = await prepare(store);
    const listener = { succeeded: vi.fn<() => void>(), failed: vi.fn<(error: unknown) => void>() };
    const refresher = startRefresher({ store, clock, refreshClock, recalculate, pause }, listener);
    await eventually(() => expect(listener.succeeded).toHaveBeenCalled());
    await refresher.stop();
    expect(await readScores(store.db)).toEqual(scores);
    expect(await storedVersion(store.db)).toBe(CALCULATION_VERSION + 1);
  });

  test('are readable from a store that no service of this version has migrated', async () => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    await store.db.execute(sql`alter table dataset drop column calculation_version`);
    expect(await readDataset(store.db)).toMatchObject({ source: 'imported', calculationVersion: null });
  });
});
