import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { clockOffset, recordServiceTime, serviceNow } from './service-clock.ts';

afterEach(() => {
  vi.useRealTimers();
  clockOffset.setState(0, true);
});

const NOW = Date.UTC(2026, 0, 29, 7, 50);
const YEAR = 31_536_000_000;

interface Answer {
  /** Milliseconds between request, response and its arrival. */
  readonly there: number;
  readonly back: number;
  /** Age of a response from a cache. */
  readonly age: number;
}

/**
 * Simulates responses to a device whose clock is ahead of the service's by `error`. Returns by how much estimates after fresh
 * responses were wrong beyond what the delays explain.
 */
function exchange(error: number, answers: readonly Answer[], startedAt = NOW): readonly number[] {
  const excess: number[] = [];
  let now = startedAt;
  for (const { there, back, age } of answers) {
    const date = new Date(now + there - age).toUTCString();
    const headers = new Headers({ date, 'cache-control': age > 0 ? 'max-age=60' : 'no-store' });
    const sentAt = now + error;
    now += there + back;
    vi.setSystemTime(now + error);
    recordServiceTime({ headers }, sentAt);
    if (age === 0) excess.push(Math.max(Math.abs(serviceNow() - now) - there - back - 1000, 0));
  }
  return excess;
}

const delay = fc.nat(20_000);
const answers = fc.array(fc.record({ there: delay, back: delay, age: fc.constantFrom(0, 0, 50_000) }), {
  minLength: 1,
});

test('the time of the service is known whatever the clock of the device says', () => {
  vi.useFakeTimers();
  fc.assert(
    fc.property(
      fc.integer({ min: -YEAR, max: YEAR }),
      answers,
      fc.integer({ min: -YEAR, max: YEAR }),
      (...all) => {
        const [error, first, corrected] = all;
        clockOffset.setState(0, true);
        const errors = [...exchange(error, first)];
        // The clock of the device is set while the page is open.
        errors.push(...exchange(corrected, [{ there: 100, back: 100, age: 0 }, ...first], NOW + YEAR));
        expect(Math.max(...errors)).toBe(0);
      },
    ),
  );
});

test('a device with the right time keeps it', () => {
  vi.useFakeTimers();
  fc.assert(
    fc.property(answers, (list) => {
      clockOffset.setState(0, true);
      exchange(0, list);
      expect(clockOffset.getState()).toBe(0);
    }),
  );
});

test('responses without a date change nothing', () => {
  recordServiceTime(new Response(), 0);
  recordServiceTime(new Response(null, { headers: { date: 'yesterday' } }), 0);
  expect(clockOffset.getState()).toBe(0);
});
