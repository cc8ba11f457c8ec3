import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheRowCounts } from './row-counts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function counter(durationMs = 0) {
  let calls = 0;
  const countsOf = cacheRowCounts(async () => {
    calls += 1;
    const swaps = calls;
    await vi.advanceTimersByTimeAsync(durationMs);
    return { jettons: 0, pools: 0, swaps };
  });
  return async (version = 'one') => (await countsOf(version)).swaps;
}

test('caches counts for a few seconds, then recounts in the background', async () => {
  const swaps = counter();
  expect([await swaps(), await swaps()]).toEqual([1, 1]);
  vi.advanceTimersByTime(5001);
  expect(await swaps()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await swaps()).toBe(2);
});

test('counts new data immediately', async () => {
  const swaps = counter();
  expect([await swaps('one'), await swaps('two')]).toEqual([1, 2]);
});

test('concurrent callers share one count', async () => {
  const swaps = counter();
  expect(await Promise.all([swaps(), swaps(), swaps()])).toEqual([1, 1, 1]);
});

test('a count that takes a second is cached for minutes', async () => {
  const swaps = counter(1000);
  await swaps();
  vi.advanceTimersByTime(199_000);
  expect(await swaps()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await swaps()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(await swaps()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await swaps()).toBe(2);
});
