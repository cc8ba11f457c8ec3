import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followClock } from './follow-clock.ts';

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
  const { stop } = followClock(refresh, { succeeded: () => undefined, failed: () => undefined });
  vi.advanceTimersByTime(60_000);
  const stopped = stop();
  finish();
  await stopped;
  expect(refresh).toHaveBeenCalledTimes(1);
});
