import { expect, test, vi } from 'vitest';
import { startBackgroundTasks, type TaskContext } from './background-tasks.ts';
import { readConfig } from './config/config.ts';
import { StoreUnavailableError } from './store/store-unavailable.ts';

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
