import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, RateLimiter } from './rate-limiter.ts';

describe('RateLimiter', () => {
  test('allows `rate` requests, then returns the time to wait', () => {
    const limiter = new RateLimiter();
    expect([0, 400, 500].map((now) => limiter.take('a', 2, now))).toEqual([0, 0, 500]);
    expect([1000, 1001, 1400].map((now) => limiter.take('a', 2, now))).toEqual([0, 399, 0]);
  });

  test('allows a request exactly if fewer than `rate` were allowed in the last second', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (steps, rate) => {
        const limiter = new RateLimiter();
        const allowed: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const recent = allowed.filter((timestamp) => timestamp > now - 1000).length;
          const wait = limiter.take('a', rate, now);
          expect(wait === 0).toBe(recent < rate);
          if (wait === 0) allowed.push(now);
        }
      }),
    );
  });

  test('evicts the least recently seen client over the limit', () => {
    const limiter = new RateLimiter(2);
    limiter.take('a', 1, 0);
    limiter.take('b', 1, 0);
    expect(limiter.take('a', 1, 1)).toBe(999);
    limiter.take('c', 1, 2);
    expect(limiter.clients).toBe(2);
    expect(limiter.take('a', 1, 3)).toBe(997);
    expect(limiter.take('b', 1, 4)).toBe(0);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['fe80::1:2:3:4:5', 'fe80:0:0:1'],
  [undefined, 'disconnected'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
