import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { writeFolder } from '#testing/datasets/dataset-folder.ts';
import { eventually } from '#testing/eventually.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { type Config, readConfig } from './config/config.ts';
import { type Progress, silentProgress } from './config/progress.ts';
import { SettingError } from './config/setting-values.ts';
import { startRefresher } from './market/round-timer.ts';
import { needsPreparation, prepareData } from './prepare-store.ts';
import { rows } from './store/database.ts';
import { readDataset } from './store/dataset.ts';

const store = await openTestStore();
afterAll(() => store.close());

const small = { DEMO_JETTONS: '24', DEMO_SEED: '3' };

function config(environment: Record<string, string> = {}): Config {
  return readConfig({ ...small, ...environment });
}

async function feedsConfig() {
  const { path, remove } = await writeFolder({
    'feeds.json': JSON.stringify([{ name: 'file', kind: 'ndjson', url: 'events.ndjson' }]),
  });
  return { feeds: config({ FEEDS_FILE: join(path, 'feeds.json') }), remove };
}

async function jettons(): Promise<number> {
  const [row] = await rows<{ count: number }>(store.db, sql`select count(*)::int as count from jetton`);
  return row?.count ?? 0;
}

async function calculatedAt(): Promise<number> {
  return (await readDataset(store.db))?.calculatedAt?.getTime() ?? 0;
}

describe('data of the embedded store', () => {
  test('an empty store gets a simulated market that follows the wall clock', async () => {
    const data = await prepareData(store, config(), silentProgress);
    expect(data).toMatchObject({ isLive: true, clock: { fixed: false } });
    expect(await jettons()).toBe(24);
  });

  test('the next start keeps the data', async () => {
    const before = await readDataset(store.db);
    await prepareData(store, config(), silentProgress);
    const after = await readDataset(store.db);
    expect(after).toMatchObject({ source: before?.source, builtAt: before?.builtAt });
  });

  test('other settings generate another market', async () => {
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    expect(await jettons()).toBe(30);
  });

  test('values that are too old for a round are calculated at the start', async () => {
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    await store.db.execute(sql`update dataset set calculated_at = calculated_at - interval '1 day'`);
    const started = Date.now();
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    expect(await calculatedAt()).toBeGreaterThanOrEqual(started);
  });

  test('names that an older version has folded are folded again', async () => {
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    const folded = () =>
      rows(store.db, sql`select id, name_folded, symbol_folded, grams from jetton order by id`);
    const before = await folded();
    await store.db.execute(sql`update jetton set name_folded = '?', symbol_folded = '?', grams = '{}'`);
    await store.db.execute(sql`update dataset set calculation_hashes = '{older}', calculation_version = 1`);
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    expect(await folded()).toEqual(before);
  });

  test('swaps that were stored before a kill without being counted are counted at the start', async () => {
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    const [swap] = await rows<{ pool: number; count: string }>(
      store.db,
      sql`
      with added as (
        insert into swap (pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1)
        select pool_id, time, lt + 1, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1
        from swap where not dust order by time desc, lt desc limit 1
        returning pool_id
      )
      select pool_id as pool, transactions_24h::text as count
      from added join market m using (pool_id) join jetton j on j.id = m.jetton_id limit 1`,
    );
    await store.db.execute(sql`update dataset set is_stale = true`);
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    const [after] = await rows<{ more: boolean }>(
      store.db,
      sql`select transactions_24h > ${swap?.count}::bigint as more
        from market m join jetton j on j.id = m.jetton_id where m.pool_id = ${swap?.pool} limit 1`,
    );
    expect(after?.more).toBe(true);
  });

  test('values that a wrong clock put ahead are calculated for the present', async () => {
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    await store.db.execute(sql`update dataset set calculated_at = now() + interval '5 hours'`);
    expect(await needsPreparation(store, config({ DEMO_JETTONS: '30' }))).toBe(true);
    await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    expect(await calculatedAt()).toBeLessThanOrEqual(Date.now());
  });

  test('switches to a fixed time when another process sets one', async () => {
    const { clock, refreshClock, recalculate } = await prepareData(
      store,
      config({ DEMO_JETTONS: '30' }),
      silentProgress,
    );
    const failed = vi.fn<(error: unknown) => void>();
    const succeeded = vi.fn<() => void>();
    const before = await calculatedAt();
    const pause = async () => {
      await delay(100);
    };
    const asOf = new Date(before - 86_400_000);
    await store.db.execute(sql`update dataset set as_of = ${asOf.toISOString()}::timestamptz`);
    const refresher = startRefresher(
      { store, clock, refreshClock, recalculate, pause },
      { failed, succeeded },
    );
    try {
      await eventually(() => expect(clock.fixed).toBe(true));
      expect(clock.now()).toEqual(asOf);
      await eventually(() => expect(succeeded.mock.calls.length).toBeGreaterThan(2));
      expect(await calculatedAt()).toBe(before);
    } finally {
      await refresher.stop();
      await store.db.execute(sql`update dataset set as_of = null`);
    }
    expect(failed).not.toHaveBeenCalled();
  });

  test('recalculates for the fixed time that another process has set', async () => {
    const { recalculate } = await prepareData(store, config({ DEMO_JETTONS: '30' }), silentProgress);
    const asOf = new Date((await calculatedAt()) - 3_600_000);
    await store.db.execute(
      sql`update dataset set as_of = ${asOf.toISOString()}::timestamptz, is_stale = true`,
    );
    await recalculate();
    expect(await calculatedAt()).toBe(asOf.getTime());
    await store.db.execute(sql`update dataset set as_of = null`);
  });

  test('a fixed clock recalculates the statistics and stops the simulation', async () => {
    const at = new Date(Date.now() - 3 * 86_400_000);
    const data = await prepareData(
      store,
      config({ DEMO_JETTONS: '30', AS_OF: at.toISOString() }),
      silentProgress,
    );
    expect(data).toMatchObject({ isLive: false, clock: { fixed: true } });
    expect(data.clock.now()).toEqual(at);
    expect(await calculatedAt()).toBe(at.getTime());
    expect((await readDataset(store.db))?.calculatedAt).toEqual(at);
  });

  /** Prepares the data while another process has exclusive access, until which it waits. */
  async function prepareAfterAnother(of: Config): Promise<void> {
    const steps = new EventEmitter();
    const waiting = once(steps, 'Waiting for another process');
    const progress: Progress = { ...silentProgress, start: (step) => steps.emit(step) };
    let prepared: Promise<unknown> | undefined;
    await store.withExclusiveSession('jetscope', async () => {
      prepared = prepareData(store, of, progress);
      await Promise.race([waiting, prepared]);
    });
    await prepared;
  }

  test('calculation for a fixed clock waits for another process', async () => {
    const at = new Date(Date.now() - 2 * 86_400_000);
    await prepareAfterAnother(config({ DEMO_JETTONS: '30', AS_OF: at.toISOString() }));
    expect(await calculatedAt()).toBe(at.getTime());
  });

  test('the simulation of a market waits for another process', async () => {
    await prepareAfterAnother(config({ DEMO_JETTONS: '31' }));
    expect(await jettons()).toBe(31);
  });

  test('a simulated market cannot be continued by feeds, and stays as it is', async () => {
    const { feeds, remove } = await feedsConfig();
    const before = await readDataset(store.db);
    await expect(prepareData(store, feeds, silentProgress)).rejects.toThrow(
      new SettingError(
        'The store contains a simulated market, which feeds cannot continue; use another DATA_DIR or DATABASE_URL',
      ),
    );
    expect(await readDataset(store.db)).toEqual(before);
    await remove();
  });

  test('rejects data that was imported with other stablecoins', async () => {
    await store.db.execute(sql`update dataset set source = 'imported', simulation = null`);
    const other = config({ STABLES: `0:${'1'.repeat(64)}` });
    await expect(prepareData(store, other, silentProgress)).rejects.toBeInstanceOf(SettingError);
    await expect(prepareData(store, config(), silentProgress)).resolves.toMatchObject({ isLive: false });
  });

  test('imported data is continued by feeds', async () => {
    const { feeds, remove } = await feedsConfig();
    const before = { jettons: await jettons(), builtAt: (await readDataset(store.db))?.builtAt };
    await store.db.execute(sql`update dataset set source = 'imported', simulation = null, as_of = null`);
    expect(await prepareData(store, feeds, silentProgress)).toMatchObject({ isLive: false, isUpdated: true });
    const after = await readDataset(store.db);
    expect({ jettons: await jettons(), builtAt: after?.builtAt, source: after?.source }).toEqual({
      ...before,
      source: 'imported',
    });
    await remove();
  });

  test('an empty store is filled by feeds instead of a simulated market', async () => {
    const { feeds, remove } = await feedsConfig();
    const empty = await openTestStore();
    expect(await prepareData(empty, feeds, silentProgress)).toMatchObject({
      isLive: false,
      isUpdated: true,
      clock: { fixed: false },
    });
    expect(await readDataset(empty.db)).toMatchObject({ source: 'live', asOf: null, stables: feeds.stables });
    // The next start continues.
    const built = (await readDataset(empty.db))?.builtAt;
    await prepareData(empty, feeds, silentProgress);
    expect(await readDataset(empty.db)).toMatchObject({ source: 'live', builtAt: built });
    await empty.close();
    await remove();
  });
});
