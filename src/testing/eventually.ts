import { setTimeout as delay } from 'node:timers/promises';
import { TestRunner, vi } from 'vitest';
import { timeLimit } from './time-limit.ts';

const HOOK_LIMIT_MS = 60_000;
/** The rest is left for the error of the assertion, which a test that exceeds its limit does not report. */
const SHARE_OF_LIMIT = 0.9;

/** Repeats an assertion until it passes, for nearly as long as the current test may take. Resolves to its result. */
export function eventually<T>(assertion: () => T | Promise<T>, interval = 50): Promise<T> {
  const limit = TestRunner.getCurrentTest()?.timeout ?? timeLimit(HOOK_LIMIT_MS);
  return vi.waitFor(assertion, { timeout: SHARE_OF_LIMIT * limit, interval });
}

/** Waits between rounds of background work, like a service in use. */
export async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}
