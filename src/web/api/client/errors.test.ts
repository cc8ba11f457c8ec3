import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { errorText } from './error-text.ts';
import {
  InvalidResponseError,
  NetworkError,
  NotInPlanError,
  parseRetryAfter,
  ServiceError,
  UnreachableEndpointError,
} from './errors.ts';
import { createQueryClient, retryInterval } from './query-client.ts';
import { SettingsError } from './settings.ts';

describe('errors', () => {
  const now = Date.parse('2026-01-29T07:50:00Z');

  test.each([
    ['7', 7000],
    ['0', 0],
    ['Thu, 29 Jan 2026 07:50:09 GMT', 9000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('a Retry-After header of %j is a delay of %j milliseconds', (header, delay) => {
    expect(parseRetryAfter(header, now)).toBe(delay);
  });
});

describe('error text', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry;

  function attempts(error: Error): number {
    if (typeof retry !== 'function') return Number.NaN;
    let failureCount = 0;
    while (retry(failureCount, error)) failureCount += 1;
    return failureCount + 1;
  }

  test.each([
    [new NetworkError(), 1],
    [new ServiceError(429, 'too many requests'), 1],
    [new ServiceError(503, 'unavailable'), 3],
    [new ServiceError(400, 'invalid value'), 1],
    [new ServiceError(404, 'not found'), 1],
    [new InvalidResponseError(), 1],
    [new UnreachableEndpointError(), 3],
    [new SettingsError(), 1],
  ])('%s from the queue leads to %i attempts', (error, count) => {
    expect(attempts(error)).toBe(count);
  });

  test.each([
    [new ServiceError(429, 'too many requests', 1200), 'Rate limit reached. Try again in 2 s.'],
    [new ServiceError(429, 'too many requests'), 'Rate limit reached. Try again shortly.'],
    [new ServiceError(500, 'internal error'), 'The server returned 500: internal error.'],
    [
      new ServiceError(401, 'unauthenticated'),
      'The server returned 401: unauthenticated. Check apiKey in config.json.',
    ],
    [new NotInPlanError(), 'Not in this plan.'],
    [new Error('undefined is not a function'), 'Something went wrong. Reload the page.'],
  ])('%s has the text: %s', (error, text) => {
    expect(errorText(error)).toBe(text);
  });

  afterEach(() => vi.useRealTimers());

  test('refetches failed queries of an unavailable service no sooner than requested, until they succeed', async () => {
    vi.useFakeTimers();
    // TanStack Query does not refetch on servers and treats Node as one.
    environmentManager.setIsServer(() => false);
    let isUnavailable = true;
    const requestTimes: number[] = [];
    const client = createQueryClient();
    const observer = new QueryObserver(client, {
      queryKey: ['list'],
      queryFn: () => {
        requestTimes.push(Date.now());
        if (isUnavailable) throw new ServiceError(503, 'unavailable', 5000);
        return 'rows';
      },
    });
    const unsubscribe = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(observer.getCurrentResult().data).toBeUndefined();
    const delays = requestTimes.slice(1).map((time, index) => time - (requestTimes[index] ?? 0));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(5000);
    isUnavailable = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'rows' });
    const count = requestTimes.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestTimes).toHaveLength(count);
    unsubscribe();
    client.clear();
  });

  test.each([
    [new ServiceError(503, 'unavailable', 60_000), 60_000],
    [new ServiceError(503, 'unavailable'), 10_000],
    [new ServiceError(500, 'internal error'), 30_000],
    [new ServiceError(504, 'gateway timeout', 60_000), 60_000],
    [new ServiceError(429, 'too many requests', 60_000), undefined],
    [new NetworkError(), undefined],
    [null, undefined],
  ])('%s is refetched after %s ms', (error, interval) => {
    expect(retryInterval(error)).toBe(interval);
  });
});
