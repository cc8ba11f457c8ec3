import { expect, test } from 'vitest';
import { longestPause, maxLag } from './feed-sampler.ts';

const events = (ingested = 0) => ({ ingested, duplicate: 0, late: 0, rejected: 0 });

/** Samples every second, with the number of swaps that each feed has stored. */
function samplesOf(counts: Record<string, readonly number[]>) {
  const [first = []] = Object.values(counts);
  return first.map((_, second) => ({
    at: second * 1000,
    feeds: Object.entries(counts).map(([name, values]) => ({
      name,
      events: events(values[second]),
    })),
  }));
}

test('the longest pause is the longest time in which a feed stored nothing', () => {
  expect(longestPause(samplesOf({ a: [1, 1, 1, 1, 1, 2, 3], b: [1, 2, 3, 4, 5, 6, 7] }))).toBe(5);
});

test('a pause at the end counts', () => {
  expect(longestPause(samplesOf({ a: [1, 2, 3, 3, 3, 3, 3] }))).toBe(4);
});

test('the largest lag is infinite if the lag of a feed is unknown', () => {
  const feed = { name: 'a', lagSeconds: 3, events: events() };
  expect(maxLag({ at: 0, feeds: [feed, { name: 'b', lagSeconds: 5, events: events() }] })).toBe(5);
  expect(maxLag({ at: 0, feeds: [feed, { name: 'b', events: events() }] })).toBe(Number.POSITIVE_INFINITY);
});
