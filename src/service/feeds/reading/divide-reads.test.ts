import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Progress } from '#service/feeds/ledger/progress.ts';
import { newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { divideReads, type Read } from './divide-reads.ts';

const MAX = 5;
const early = new Date(60_000);
const middle = new Date(120_000);
const later = new Date(180_000);

function readOf(swaps: number, first: number, isAgain = false): Read & { readonly progress: Progress } {
  return {
    data: {
      pools: [newPool()],
      swaps: Array.from({ length: swaps }, (_, index) =>
        swapEvent({ lt: BigInt(first + index), time: index % 2 === 0 ? early : later }),
      ),
      invalid: [{ key: String(first), reason: 'invalid', event: {} }],
    },
    lateBefore: isAgain ? middle : undefined,
    progress: { kind: 'current' },
  };
}

test('every swap is in one batch, in order, and progress follows all swaps of a read', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 3 * MAX }), { maxLength: 20 });
  fc.assert(
    fc.property(sizes, (counts) => {
      const reads = counts.map((count, index) => readOf(count, 1_000 * index, index % 3 === 0));
      const batches = divideReads(reads, MAX);
      const expected = reads.flatMap(({ data }) => data.swaps ?? []);
      expect(batches.flatMap(({ data }) => data.swaps ?? [])).toEqual(expected);
      expect(batches.flatMap(({ progress }) => progress)).toEqual(reads.map(({ progress }) => progress));
      for (const { data } of batches) expect(data.swaps?.length).toBeLessThanOrEqual(MAX);
      for (const [index, { data, progress }] of reads.entries()) {
        const last = batches.findIndex((batch) => batch.progress.includes(progress));
        const lts = new Set(batches.slice(0, last + 1).flatMap((batch) => batch.data.swaps ?? []));
        expect(
          data.swaps?.every((swap) => lts.has(swap)),
          `read ${index}`,
        ).toBe(true);
      }
    }),
  );
});

test('small reads share a batch', () => {
  expect(divideReads([readOf(1, 0), readOf(0, 10), readOf(2, 20)], MAX)).toHaveLength(1);
});

test('swaps that were read again are listed', () => {
  const [batch] = divideReads([readOf(2, 0, true), readOf(2, 10)], MAX);
  expect(Array.from(batch?.readAgain ?? [], ({ lt }) => lt)).toEqual([0n]);
});

test('every slice of a read contains its pools and the number of events of the whole read', () => {
  const batches = divideReads([readOf(12, 0)], MAX);
  expect(batches.map(({ data }) => [data.swaps?.length, data.pools?.length, data.received])).toEqual([
    [5, 1, 13],
    [5, 1, 13],
    [2, 1, 13],
  ]);
});
