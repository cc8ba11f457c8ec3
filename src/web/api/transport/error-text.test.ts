import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { errorText } from './error-text.ts';
import { InvalidResponseError, NetworkError, NotInPlanError, ServiceError } from './errors.ts';
import { createQueryClient, retryInterval } from './query-client.ts';
import { SettingsError } from './settings.ts';

const retry = createQueryClient().getDefaultOptions().queries?.retry;

function tries(error: Error): number {
  if (typeof retry !== 'function') return Number.NaN;
  let failures = 0;
  while (retry(failures, error)) failures += 1;
  return failures + 1;
}

test.each([
  [new NetworkError(), 1],
  [new ServiceError(429, 'too many requests'), 1],
  [new ServiceError(503, 'unavailable'), 3],
  [new ServiceError(400, 'invalid value'), 1],
  [new ServiceError(404, 'not found'), 1],
  [new InvalidResponseError(), 1],
  [new SettingsError(), 1],
])('%s, which the queue gave up, is asked for %i times', (error, count) => {
  expect(tries(error)).toBe(count);
});

test.each([
  [new ServiceError(429, 'too many requests', 1200), 'Too many requests. Try again in 2 s.'],
  [new ServiceError(429, 'too many requests'), 'Too many requests. Try again in a moment.'],
  [new ServiceError(500, 'internal error'), 'The service answered 500: internal error.'],
  [
    new ServiceError(401, 'unauthenticated'),
    'The service answered 401: unauthenticated. Check the key in config.json.',
  ],
  [new NotInPlanError(), 'The plan of this page has no access to that.'],
  [new Error('undefined is not a function'), 'The page failed. Reload it and try again.'],
])('%s is told as: %s', (error, text) => {
  expect(errorText(error)).toBe(text);
});

afterEach(() => vi.useRealTimers());

test('a service that is away for long is asked again when it says, and what failed comes by itself', async () => {
  vi.useFakeTimers();
  // Node counts as a server, which never asks by itself.
  environmentManager.setIsServer(() => false);
  let isAway = true;
  const asked: number[] = [];
  const client = createQueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => {
      asked.push(Date.now());
      if (isAway) throw new ServiceError(503, 'unavailable', 5000);
      return 'rows';
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult().data).toBeUndefined();
  const waits = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'rows' });
  const count = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(count);
  unsubscribe();
  client.clear();
});

test.each([
  [new ServiceError(503, 'unavailable', 60_000), 60_000],
  [new ServiceError(503, 'unavailable'), 10_000],
  [new ServiceError(500, 'internal error'), undefined],
  [new NetworkError(), undefined],
  [null, undefined],
])('%s is asked again by itself after %s ms', (error, interval) => {
  expect(retryInterval(error)).toBe(interval);
});
