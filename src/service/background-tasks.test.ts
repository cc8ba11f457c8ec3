import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openInMemoryStore } from '#testing/stores/test-store.ts';
import { followClock, startBackgroundTasks, startMaintenance, type TaskContext } from './background-tasks.ts';
import { readConfig } from './config/config.ts';
import { OpenedJettons, RequestActivity } from './request-activity.ts';
import { rows, type Store, StoreInUseError } from './store/database.ts';
import { StoreUnavailableError } from './store/store-errors.ts';

test('a task that fails because of an outage of the store is logged at level debug only', async () => {
  const refreshClock = vi.fn<() => Promise<void>>(() =>
    Promise.reject(new StoreUnavailableError('connection refused')),
  );
  const log = { debug: vi.fn<(fields: object, message: string) => void>(), warn: vi.fn<() => void>() };
  const tasks = await startBackgroundTasks({
    data: { refreshClock },
    config: readConfig({ ROLE: 'api', DATABASE_URL: 'postgresql://localhost/unused' }),
    isStoreDown: () => true,
    log,
  } as unknown as TaskContext);
  await tasks.stop();
  expect(log.debug.mock.calls).toEqual([
    [{ reason: 'connection refused' }, 'Reading the clock of the data failed: the store is unavailable'],
  ]);
  expect(log.warn).not.toHaveBeenCalled();
});

describe('followClock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('reports each refresh', async () => {
    const refresh = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('on purpose'));
    const [succeeded, failed] = [vi.fn<() => void>(), vi.fn<(error: unknown) => void>()];
    await followClock(refresh, { succeeded, failed }).stop();
    expect(failed.mock.calls).toEqual([[new Error('on purpose')]]);
    await followClock(async () => undefined, { succeeded, failed }).stop();
    expect(succeeded).toHaveBeenCalledTimes(1);
  });

  test('while a refresh takes longer than the interval, no others queue up behind it', async () => {
    let finish = () => {};
    const refresh = vi.fn<() => Promise<void>>(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const task = followClock(refresh, { succeeded: () => undefined, failed: () => undefined });
    vi.advanceTimersByTime(60_000);
    const stopped = task.stop();
    finish();
    await stopped;
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('startMaintenance', () => {
  let store: Store;

  beforeAll(async () => {
    store = await openInMemoryStore();
    await store.db.execute(sql`
    insert into jetton (id, address, name, symbol, name_folded, symbol_folded, grams, decimals, links, verification)
    select id, lpad(id::text, 64, '0'), '', '', '', '', '{}', 9, '[]', 'JVS_NONE' from generate_series(1, 500) as id`);
  });

  afterAll(() => store.close());

  async function changeAll(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1)
      await store.db.execute(sql`update jetton set liquidity_ton = random(), fdmc_ton = random()`);
  }

  async function size(): Promise<number> {
    const [found] = await rows<{ size: string }>(
      store.db,
      sql`select pg_total_relation_size('jetton') as size`,
    );
    return Number(found?.size);
  }

  /** Maintains the store at first, and again after each of `changes`. */
  async function maintainAfter(changes: readonly (() => Promise<unknown>)[]): Promise<void> {
    const rounds = new EventEmitter();
    const pending = [...changes];
    const watched: Store = {
      ...store,
      maintain: async () => {
        await store.maintain?.();
        const change = pending.shift();
        if (change) await change();
        else rounds.emit('done');
      },
    };
    const done = once(rounds, 'done');
    const maintenance = startMaintenance(watched, (error) => rounds.emit('error', error), 1);
    await done;
    await maintenance.stop();
  }

  /** Returns how many different values the planner expects in a column, by the latest statistics. */
  async function expectedValues(table: string, column: string): Promise<number | undefined> {
    const [found] = await rows<{ count: number }>(
      store.db,
      sql`select n_distinct as count from pg_stats where tablename = ${table} and attname = ${column}`,
    );
    return found?.count;
  }

  test('tables are analyzed once, and again after many rows were added', async () => {
    const addRows = (asset: number, count: number) => () =>
      store.db.execute(sql`
        insert into candle_backlog (market_id, since)
        select ${asset} * 1000 + number, ${asset} from generate_series(1, ${count}) as number`);
    await addRows(1, 500)();
    expect(await expectedValues('candle_backlog', 'since')).toBeUndefined();
    await maintainAfter([]);
    expect(await expectedValues('candle_backlog', 'since')).toBe(1);
    await maintainAfter([addRows(2, 20)]);
    expect(await expectedValues('candle_backlog', 'since')).toBe(1);
    await maintainAfter([addRows(3, 200)]);
    expect(await expectedValues('candle_backlog', 'since')).toBe(3);
  });

  test('space of old row versions is reused', async () => {
    await changeAll(10);
    await maintainAfter([]);
    const settled = await size();
    for (let round = 0; round < 3; round += 1) {
      await changeAll(10);
      await maintainAfter([]);
    }
    expect(await size()).toBeLessThan(settled * 2);
  });

  test('skips data that is being replaced and reports other failures', async () => {
    const reported: unknown[] = [];
    const failures = [new StoreInUseError('busy'), new Error('broken')];
    const rounds = new EventEmitter();
    const done = once(rounds, 'done');
    const failing: Store = {
      ...store,
      maintain: () => {
        const failure = failures.shift();
        if (!failure) rounds.emit('done');
        return Promise.reject(failure ?? new StoreInUseError('busy'));
      },
    };
    const maintenance = startMaintenance(failing, (error) => reported.push(error), 1);
    await done;
    await maintenance.stop();
    expect(reported).toEqual([new Error('broken')]);
  });
});

const never = new AbortController().signal;
const MINUTE = 60_000;

async function measure(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe('pauses of background work', () => {
  test('have the requested duration while requests arrive', async () => {
    const activity = new RequestActivity({ idlePauseMs: MINUTE });
    activity.touch();
    expect(await measure(activity.pause(20, never))).toBeLessThan(MINUTE / 2);
  });

  test('are longer without requests, until the next one', async () => {
    const activity = new RequestActivity({ idlePauseMs: 200 });
    expect(await measure(activity.pause(1, never))).toBeGreaterThan(190);

    const woken = new RequestActivity({ idlePauseMs: MINUTE });
    const pause = measure(woken.pause(1, never));
    woken.touch();
    expect(await pause).toBeLessThan(MINUTE / 2);
  });

  test('end when the service stops', async () => {
    const stopped = new AbortController();
    const pause = measure(new RequestActivity({ idlePauseMs: MINUTE }).pause(1, stopped.signal));
    stopped.abort();
    expect(await pause).toBeLessThan(MINUTE / 2);
  });
});

test('the jettons that were opened last come first, and the oldest are forgotten', () => {
  const opened = new OpenedJettons();
  for (let index = 0; index < 250; index += 1) opened.add(String(index));
  opened.add('100');
  expect(opened.list()).toHaveLength(200);
  expect(opened.list().slice(0, 3)).toEqual(['100', '249', '248']);
  expect(opened.list().at(-1)).toBe('50');
});
