import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';
import { retryDelay } from './polled-feed.ts';

function breakerAfter(outcomes: readonly boolean[]): CircuitBreaker {
  const breaker = new CircuitBreaker();
  for (const hasSucceeded of outcomes) breaker.record(hasSucceeded);
  return breaker;
}

const failures = (count: number) => Array.from({ length: count }, () => false);
const successes = (count: number) => Array.from({ length: count }, () => true);

test('opens after five failures', () => {
  expect(breakerAfter(failures(4)).isOpen).toBe(false);
  expect(breakerAfter(failures(5)).isOpen).toBe(true);
});

test('opens only if most of the last 20 requests failed', () => {
  expect(breakerAfter([...successes(15), ...failures(10)]).isOpen).toBe(false);
  expect(breakerAfter([...successes(15), ...failures(11)]).isOpen).toBe(true);
});

test('closes with one success, and forgets the failures before it', () => {
  const breaker = breakerAfter([...failures(9), true]);
  expect(breaker.isOpen).toBe(false);
  expect(breaker.wait).toBe(0);
  for (const hasSucceeded of failures(4)) breaker.record(hasSucceeded);
  expect(breaker.isOpen).toBe(false);
});

test('delays are random within a limit that doubles up to a minute', () => {
  const limits = [1, 2, 3, 7, 50].map((attempt) => retryDelay(attempt, 0, () => 1));
  expect(limits).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        expect(retryDelay(attempt, 0, () => random)).toBe(random * retryDelay(attempt, 0, () => 1));
      },
    ),
  );
});

test('delays are at least what the source demands', () => {
  expect(retryDelay(1, 30_000, () => 1)).toBe(30_000);
  expect(retryDelay(7, 30_000, () => 1)).toBe(60_000);
});
