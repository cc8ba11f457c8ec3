import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoreCondition } from './store/database.ts';
import { logStoreCondition } from './store-condition-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('logs an outage when it starts, every minute, and when it ends', () => {
  let condition: StoreCondition = { state: 'ok' };
  const lines: string[] = [];
  const log = { warn: (line: string) => lines.push(line), info: (line: string) => lines.push(line) };
  const stop = logStoreCondition({ condition: () => condition }, log);
  vi.advanceTimersByTime(300_000);
  expect(lines).toEqual([]);
  condition = { state: 'read-only', reason: 'the disk is full' };
  vi.advanceTimersByTime(150_000);
  expect(lines).toEqual(Array(3).fill('the store is read-only: the disk is full'));
  condition = { state: 'unavailable', reason: 'the engine stopped' };
  vi.advanceTimersByTime(1_000);
  condition = { state: 'ok' };
  vi.advanceTimersByTime(300_000);
  expect(lines.slice(3)).toEqual([
    'the store is unavailable: the engine stopped',
    'the store is available again',
  ]);
  stop();
  condition = { state: 'unavailable', reason: 'the engine stopped' };
  vi.advanceTimersByTime(300_000);
  expect(lines).toHaveLength(5);
});
