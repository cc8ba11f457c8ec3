import { expect, test } from 'vitest';
import { hashSeed, Random, randomFor } from './random.ts';

const seed = hashSeed('test');
const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.next());

// PractRand's sfc32, seeded with (1, 2, 3, 4) and without a warm-up of its own: the 12 rounds here come first.
test('is sfc32', () => {
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
  expect(draws(new Random(1, 2, 3, 4), 50)).toEqual(reference(62).slice(12));
});

test('gives each purpose and index a stream of its own, the same every time', () => {
  expect(draws(randomFor(seed, 'a', 1), 5)).toEqual(draws(randomFor(seed, 'a', 1), 5));
  const streams = [
    randomFor(seed, 'a', 1),
    randomFor(seed, 'a', 2),
    randomFor(seed, 'b', 1),
    randomFor(hashSeed('x'), 'a', 1),
  ];
  expect(new Set(streams.map((random) => random.next())).size).toBe(4);
});

test('draws from the distributions that it names', () => {
  const random = randomFor(seed, 'distributions');
  const mean = (draw: () => number) =>
    Array.from({ length: 20_000 }, draw).reduce((sum, each) => sum + each, 0) / 20_000;
  expect(mean(() => random.normal())).toBeCloseTo(0, 1);
  expect(mean(() => random.normal() ** 2)).toBeCloseTo(1, 1);
  expect(mean(() => random.exponential())).toBeCloseTo(1, 1);
  expect(mean(() => random.poisson(0.3))).toBeCloseTo(0.3, 1);
  expect(mean(() => random.poisson(12)) / 12).toBeCloseTo(1, 1);
  expect(mean(() => random.poisson(900)) / 900).toBeCloseTo(1, 2);
  expect(mean(() => random.integer(1, 6))).toBeCloseTo(3.5, 1);
  expect(random.poisson(0)).toBe(0);
});
