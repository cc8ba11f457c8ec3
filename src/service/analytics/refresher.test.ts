import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from '#service/config.ts';
import { prepareData } from '#service/data.ts';
import { silentProgress } from '#service/progress.ts';
import { rows } from '#service/store/store.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { startRefresher } from './refresher.ts';

const store = await openTestStore();
const config = readConfig({ DEMO_JETTONS: '24', DEMO_SEED: '3' });
const { clock } = await prepareData(store, config, silentProgress);
afterAll(() => store.close());

const jetton = 5;

async function calculatedAt(): Promise<number> {
  const [row] = await rows<{ at: string }>(
    store.db,
    sql`select iso(calculated_at) as at from jetton_statistics where jetton_id = ${jetton}`,
  );
  return Date.parse(row?.at ?? '');
}

/** Hides all jettons from the sweep, so that only traded ones are calculated. */
const hideFromSweep = sql`update jetton_statistics set calculated_at = now() + interval '1 day'`;

/** Makes the sweep claim a jetton. */
const offerToSweep = sql`update jetton_statistics set calculated_at = to_timestamp(0) where jetton_id = ${jetton}`;

const breakCalculations = sql`alter table market rename to market_away`;
const repairCalculations = sql`alter table market_away rename to market`;

test('jettons of a failed round are calculated in a later one', { timeout: 30_000 }, async () => {
  await store.db.execute(hideFromSweep);
  await store.db.execute(breakCalculations);
  const [failed, succeeded] = [vi.fn<(error: unknown) => void>(), vi.fn<() => void>()];
  const refresher = startRefresher({ store, config, clock }, async () => undefined, { failed, succeeded });
  try {
    await vi.waitFor(() => expect(succeeded).toHaveBeenCalled());
    refresher.markTraded([jetton]);
    await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: 10_000 });
    await store.db.execute(repairCalculations);
    await vi.waitFor(async () => expect(await calculatedAt()).toBeLessThan(Date.now()), { timeout: 10_000 });
  } finally {
    await refresher.stop();
  }
});

test('jettons that a failed sweep claimed are calculated in a later round', { timeout: 30_000 }, async () => {
  await store.db.execute(hideFromSweep);
  await store.db.execute(offerToSweep);
  await store.db.execute(sql`update jetton set transactions_24h = -1 where id = ${jetton}`);
  await store.db.execute(breakCalculations);
  const [failed, succeeded] = [vi.fn<(error: unknown) => void>(), vi.fn<() => void>()];
  const refresher = startRefresher({ store, config, clock }, async () => undefined, { failed, succeeded });
  try {
    await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: 10_000 });
    // Otherwise the sweep would calculate it regularly, as the market is small.
    await store.db.execute(hideFromSweep);
    await store.db.execute(repairCalculations);
    await vi.waitFor(
      async () => {
        const found = await rows(store.db, sql`select 1 from jetton where transactions_24h < 0`);
        expect(found).toEqual([]);
      },
      { timeout: 10_000 },
    );
  } finally {
    await refresher.stop();
  }
});
