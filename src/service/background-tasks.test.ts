import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followClock, startBackgroundTasks, type TaskContext } from './background-tasks.ts';
import { readConfig } from './config/config.ts';
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
