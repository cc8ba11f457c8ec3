import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import { silentProgress } from '#service/config/progress.ts';
import type { TaskListener } from '#service/config/task.ts';
import { prepareData } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { eventually, pause } from '#testing/eventually.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { startRefresher } from './round-timer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const timeout = 20_000;

let store: Store;
let built: Date;
beforeAll(async () => {
  store = await openTestStore();
  await prepareData(store, readConfig({ DEMO_JETTONS: '24', DEMO_SEED: '3' }), silentProgress);
  built = await calculatedAt();
});
afterAll(() => store.close());

async function calculatedAt(): Promise<Date> {
  const [row] = await rows<{ at: string }>(store.db, sql`select iso(calculated_at) as at from dataset`);
  return new Date(row?.at ?? 0);
}

function createListener() {
  return { succeeded: vi.fn<TaskListener['succeeded']>(), failed: vi.fn<TaskListener['failed']>() };
}

/** Starts a refresher whose clock stands at `now`. */
function start(now: Date, listener: TaskListener, fixed = false, pauseWhileIdle = pause) {
  const recalculate = vi.fn<() => Promise<void>>(async () => undefined);
  const clock = { fixed, now: () => now };
  const refreshClock = async () => undefined;
  const context = { store, clock, refreshClock, recalculate, pause: pauseWhileIdle };
  return { recalculate, ...startRefresher(context, listener) };
}

test('values follow the clock without trades', { timeout }, async () => {
  const later = new Date(built.getTime() + 12 * MINUTE);
  const listener = createListener();
  const refresher = start(later, listener);
  await eventually(async () => expect(await calculatedAt()).toEqual(later));
  await refresher.stop();
  expect(listener.failed).not.toHaveBeenCalled();
});

test('reports a failed round and repeats it', { timeout }, async () => {
  const later = new Date(built.getTime() + 15 * MINUTE);
  const listener = createListener();
  await store.db.execute(sql`alter table market rename to market_away`);
  const refresher = start(later, listener);
  await eventually(() => expect(listener.failed).toHaveBeenCalled());
  await store.db.execute(sql`alter table market_away rename to market`);
  await eventually(async () => expect(await calculatedAt()).toEqual(later));
  await refresher.stop();
});

test('repeats failed rounds without waiting for activity', { timeout }, async () => {
  const listener = createListener();
  const untilStopped: typeof pause = async (_, stopped) => {
    if (!stopped.aborted) await once(stopped, 'abort');
  };
  await store.db.execute(sql`alter table dataset rename to dataset_away`);
  const refresher = start(new Date(built.getTime() + 15 * MINUTE), listener, true, untilStopped);
  await eventually(() => expect(listener.failed).toHaveBeenCalledTimes(2));
  await store.db.execute(sql`alter table dataset_away rename to dataset`);
  await eventually(() => expect(listener.succeeded).toHaveBeenCalled());
  await refresher.stop();
});

test.each([
  ['after a long pause', 20 * HOUR, sql`update dataset set is_stale = false`],
  ['if a clock was ahead', -20 * MINUTE, sql`update dataset set is_stale = false`],
  ['if stored values are no longer valid', 20 * MINUTE, sql`update dataset set is_stale = true`],
])('requests a full calculation %s', { timeout }, async (_, age, prepare) => {
  const before = await calculatedAt();
  await store.db.execute(prepare);
  const listener = createListener();
  const refresher = start(new Date(built.getTime() + age), listener);
  await eventually(() => expect(refresher.recalculate).toHaveBeenCalled());
  await refresher.stop();
  expect(await calculatedAt()).toEqual(before);
  await store.db.execute(sql`update dataset set is_stale = false`);
});

test('does nothing while the clock is fixed', { timeout }, async () => {
  const before = await calculatedAt();
  const listener = createListener();
  const refresher = start(new Date(before.getTime() + MINUTE), listener, true);
  await eventually(() => expect(listener.succeeded).toHaveBeenCalled());
  await refresher.stop();
  expect(await calculatedAt()).toEqual(before);
});

test('waits until values are three seconds old, after trades have moved them', { timeout }, async () => {
  const at = await calculatedAt();
  const waits: number[] = [];
  const listener = createListener();
  const refresher = start(new Date(at.getTime() + 1_000), listener, false, async (milliseconds, stopped) => {
    waits.push(milliseconds);
    await pause(milliseconds, stopped);
  });
  await eventually(() => expect(waits).toEqual([2_000]));
  await refresher.stop();
  expect(await calculatedAt()).toEqual(at);
});
