import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { silentProgress } from '#service/config/progress.ts';
import { type Data, prepareData } from '#service/prepare-store.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';
import { eventually, pause } from '#testing/eventually.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { calculationHash } from './calculate.ts';
import { hashStatements } from './calculation-version.ts';
import { startRefresher } from './round-timer.ts';
import { calculateTrustScores } from './trust-score.ts';

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

const own = await calculationHash();

async function storedVersion(db: Database) {
  const { calculationVersion: version, calculationHashes: hashes } = (await readDataset(db)) ?? {};
  return { version, hashes };
}

/** Makes all values those of a version with other weights, after which no score changes for a long time. */
async function storeValuesOf(db: Database, version: number | null, hashes: string[] | null): Promise<void> {
  await db.execute(sql`update jetton set trust_score = 101`);
  await db.execute(
    sql`update trust_score_validity set until = 'infinity', min_ton_usd = 0, max_ton_usd = 'infinity'`,
  );
  await db.execute(
    sql`update dataset set calculation_version = ${version}, calculation_hashes = ${sql.param(hashes)}::text[]`,
  );
}

describeOnOneStore('values of another version', (openEmptyStore) => {
  test.each([
    ['of an older version', 1, ['older', own], { version: 2, hashes: ['older', own] }],
    ['of formulas before these', 2, ['oldest', 'older'], { version: 3, hashes: ['oldest', 'older', own] }],
    ['of a version without a hash', 1, null, { version: 1, hashes: [own] }],
    ['without a version', null, null, { version: 1, hashes: [own] }],
  ])('%s are recalculated at the start', async (_, version, hashes, recalculated) => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    const scores = await readScores(store.db);
    expect(scores.filter(({ score }) => score !== null).length).toBeGreaterThan(5);
    expect(await storedVersion(store.db)).toEqual({ version: 1, hashes: [own] });
    await storeValuesOf(store.db, version, hashes);
    await prepare(store);
    expect(await readScores(store.db)).toEqual(scores);
    expect(await storedVersion(store.db)).toEqual(recalculated);
  });

  test('calculated by an older service while this one runs are recalculated', async () => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    const scores = await readScores(store.db);
    const { clock, refreshClock, recalculate } = await prepare(store);
    await storeValuesOf(store.db, 1, ['older', own]);
    const listener = { succeeded: vi.fn<() => void>(), failed: vi.fn<(error: unknown) => void>() };
    const refresher = startRefresher({ store, clock, refreshClock, recalculate, pause }, listener);
    await vi.waitFor(async () => expect((await storedVersion(store.db)).version).toBe(2), {
      timeout: 20_000,
    });
    await refresher.stop();
    expect(listener.failed).not.toHaveBeenCalled();
    expect(await readScores(store.db)).toEqual(scores);
  });

  test('of a newer version are left alone, so that two versions never overwrite each other', async () => {
    const store = await openEmptyStore();
    await importGenerated(store, market);
    await storeValuesOf(store.db, 2, [own, 'newer']);
    const scores = await readScores(store.db);
    const { clock, refreshClock, recalculate } = await prepare(store);
    const listener = { succeeded: vi.fn<() => void>(), failed: vi.fn<(error: unknown) => void>() };
    const refresher = startRefresher({ store, clock, refreshClock, recalculate, pause }, listener);
    await eventually(() => expect(listener.succeeded).toHaveBeenCalled());
    await refresher.stop();
    expect(await readScores(store.db)).toEqual(scores);
    expect(await storedVersion(store.db)).toEqual({ version: 2, hashes: [own, 'newer'] });
  });
});

test('the hash of formulas changes with statements, parameters and functions, but not with their layout', async () => {
  const functions = ['create function a() …'];
  const hashOf = (tonUsd: string, query = sql`select 1`, defined = functions) =>
    hashStatements(async (db) => {
      await calculateTrustScores(db, () => sql`true`, new Date(0), tonUsd);
      await db.execute(query);
    }, defined);
  const hash = await hashOf('3');
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(await hashOf('3', sql`select\n  1`, ['create function a()\n…'])).toBe(hash);
  const changed = [
    hashOf('4'),
    hashOf('3', sql`select 2`),
    hashOf('3', sql`select ${1}::int`),
    hashOf('3', sql`select ${2}::int`),
    hashOf('3', undefined, []),
    hashOf('3', undefined, [...functions, 'create or replace function a() …']),
  ];
  expect(new Set([hash, ...(await Promise.all(changed))]).size).toBe(7);
});
