import { expect, test } from 'vitest';
import { hashSeed, Random, randomFor } from './random.ts';

const seed = hashSeed('test');
const sample = (random: Random, count: number) => Array.from({ length: count }, () => random.next());

// The reference is PractRand's sfc32 without warm-up, so its first 12 values are skipped.
test('implements sfc32', () => {
  const reference = (count: number) => {
    let [a, b, c, counter] = [1n, 2n, 3n, 4n];
    const low = (value: bigint) => value & 0xffff_ffffn;
    return Array.from({ length: count }, () => {
      const sum = low(a + b + counter);
      counter = low(counter + 1n);
      [a, b, c] = [b ^ (b >> 9n), low(c + (c << 3n)), low(((c << 21n) | (c >> 11n)) + sum)];
      return Number(sum) / 2 ** 32;
    });
  };
  expect(sample(new Random(1, 2, 3, 4), 50)).toEqual(reference(62).slice(12));
});

test('derives independent, reproducible streams by purpose and index', () => {
  expect(sample(randomFor(seed, 'a', 1), 5)).toEqual(sample(randomFor(seed, 'a', 1), 5));
  const streams = [
    randomFor(seed, 'a', 1),
    randomFor(seed, 'a', 2),
    randomFor(seed, 'b', 1),
    randomFor(hashSeed('x'), 'a', 1),
  ];
  expect(new Set(streams.map((random) => random.next())).size).toBe(4);
});

test('samples the expected distributions', () => {
  const random = randomFor(seed, 'distributions');
  const mean = (sample: () => number) =>
    Array.from({ length: 20_000 }, sample).reduce((sum, value) => sum + value, 0) / 20_000;
  expect(mean(() => random.normal())).toBeCloseTo(0, 1);
  expect(mean(() => random.normal() ** 2)).toBeCloseTo(1, 1);
  expect(mean(() => random.exponential())).toBeCloseTo(1, 1);
  expect(mean(() => random.poisson(0.3))).toBeCloseTo(0.3, 1);
  expect(mean(() => random.poisson(12)) / 12).toBeCloseTo(1, 1);
  expect(mean(() => random.poisson(900)) / 900).toBeCloseTo(1, 2);
  expect(mean(() => random.integer(1, 6))).toBeCloseTo(3.5, 1);
  expect(random.poisson(0)).toBe(0);
});
