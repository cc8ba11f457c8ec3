import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startLiveMarket } from '#demo/live-market.ts';
import { readConfig } from '#service/config/config.ts';
import type { Clock } from '#service/config/context.ts';
import { silentProgress } from '#service/config/progress.ts';
import { startRefresher } from '#service/market/round-timer.ts';
import { prepareData } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { openServerStore } from '#service/store/server/server-store.ts';
import { isStoreUnavailable } from '#service/store/store-errors.ts';
import { eventually, pause } from '#testing/eventually.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { NO_SERVER } from './skipped-server-tests.ts';
import { startThrowawayServer } from './throwaway-postgres.ts';

// A separate server: other tests would fail while it is down.
const server = await startThrowawayServer().catch(() => undefined);
const limits = { connect: 1_000, statement: 2_000, query: 3_000, keepAlive: 10_000 };
const title = server ? '' : ` [${NO_SERVER} to start]`;

/** Runs 8 times faster than real time, so that a small market trades in almost every round. */
function fastClock(): Clock {
  const started = Date.now();
  return { fixed: false, now: () => new Date(started + (Date.now() - started) * 8) };
}

async function countSwaps(store: Store): Promise<number> {
  const [row] = await rows<{ count: number }>(store.db, sql`select count(*)::int as count from swap`);
  return row?.count ?? 0;
}

async function terminateOthers(store: Store): Promise<void> {
  await rows(
    store.db,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and application_name like 'jetscope%'`,
  );
}

describe.skipIf(!server)(`a simulated market on a PostgreSQL server${title}`, () => {
  afterAll(() => server?.remove());

  test('continues after terminated connections and a crash of the server', {
    timeout: timeLimit(60_000),
  }, async () => {
    if (!server) throw new Error('skipped');
    const config = readConfig({ DEMO_JETTONS: '24', DEMO_SEED: '3' });
    const store = await openServerStore({ databaseUrl: server.url }, limits);
    await prepareData(store, config, silentProgress);
    const clock = fastClock();
    const failures: unknown[] = [];
    const refreshed = vi.fn<() => void>();
    const failed = (error: unknown) => failures.push(error);
    const refreshClock = async () => undefined;
    const recalculate = async () => undefined;
    const refresher = startRefresher(
      { store, clock, refreshClock, recalculate, pause },
      { failed, succeeded: refreshed },
    );
    const market = startLiveMarket({ store, clock, pause }, { failed, succeeded: () => undefined });
    const expectProgress = async () => {
      const before = await countSwaps(store);
      refreshed.mockClear();
      await eventually(async () => {
        expect(await countSwaps(store)).toBeGreaterThan(before);
        expect(refreshed).toHaveBeenCalled();
      });
    };
    try {
      await expectProgress();
      const end = performance.now() + 3_000;
      while (performance.now() < end) await terminateOthers(store);
      expect(failures).not.toEqual([]);
      await expectProgress();

      await server.crash();
      failures.length = 0;
      await expect(countSwaps(store)).rejects.toSatisfy(isStoreUnavailable);
      await eventually(() => expect(failures).not.toEqual([]));
      await server.start();
      await expectProgress();
      expect(failures.filter((error) => !isStoreUnavailable(error))).toEqual([]);
    } finally {
      await market.stop();
      await refresher.stop();
      await store.close();
    }
  });
});
