import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts `count` calls at once; answers when each went, in milliseconds. */
async function startsOf(perSecond: number, count: number): Promise<number[]> {
  const pace = createPace(perSecond);
  const begun = performance.now();
  const starts: number[] = [];
  for (let call = 0; call < count; call += 1) void pace().then(() => starts.push(performance.now() - begun));
  await vi.runAllTimersAsync();
  return starts;
}

test.each([
  [3, [0, 0, 0, 1000, 1000, 1000, 2000]],
  [1, [0, 1000, 2000]],
  [0.5, [0, 2000, 4000]],
])('at %d a second calls start at %j', async (perSecond, starts) => {
  expect(await startsOf(perSecond, starts.length)).toEqual(starts);
});

test('who waited long enough starts at once', async () => {
  const pace = createPace(1);
  await pace();
  await vi.advanceTimersByTimeAsync(5000);
  const begun = performance.now();
  await pace();
  expect(performance.now()).toBe(begun);
});

test('a call that nobody waits for any more stops waiting', async () => {
  const pace = createPace(1);
  await pace();
  const controller = new AbortController();
  const waiting = pace(controller.signal);
  controller.abort();
  await expect(waiting).rejects.toBe(controller.signal.reason);
  expect(vi.getTimerCount()).toBe(0);
});
