import type { Amount, SourceData } from '#service/feeds/client/source.ts';
import type { Progress } from '#service/feeds/ledger/progress.ts';
import type { SwapRecord } from '#service/market/batch.ts';

/** Data of one response, or of several responses to one range. */
export interface Read {
  readonly data: SourceData;
  /** Swaps before this time have been read before: new ones among them are late, others are not counted again. */
  readonly lateBefore: Date | undefined;
  /** What is recorded with the data. */
  readonly progress?: Progress | undefined;
}

/** Data that is stored in one transaction. */
export interface StorableBatch {
  readonly data: SourceData;
  /** Swaps that were read again, of those in `data`. */
  readonly readAgain: ReadonlySet<SwapRecord<Amount>>;
  /** Of all reads whose data is complete with this batch. */
  readonly progress: readonly Progress[];
}

/**
 * Divides reads into batches of about `maxSwaps` swaps: many small reads share a transaction and its round of
 * calculations, and a large one does not hold the lock on the data for long. Keeps the order, so that progress is
 * recorded when all data before it is stored.
 */
export function divideReads(reads: readonly Read[], maxSwaps: number): StorableBatch[] {
  const batches: StorableBatch[] = [];
  let slices: Slice[] = [];
  for (const slice of reads.flatMap((read) => slicesOf(read, maxSwaps))) {
    if (slices.length > 0 && countSwaps([...slices, slice]) > maxSwaps) {
      batches.push(mergeSlices(slices));
      slices = [];
    }
    slices.push(slice);
  }
  if (slices.length > 0) batches.push(mergeSlices(slices));
  return batches;
}

interface Slice extends Pick<Read, 'data' | 'lateBefore'> {
  /** Only in the last slice of a read. */
  readonly progress?: Progress | undefined;
}

function slicesOf({ data, lateBefore, progress }: Read, maxSwaps: number): Slice[] {
  const { swaps = [], pools = [], jettons = [] } = data;
  const slices: Slice[] = [];
  let start = 0;
  for (; swaps.length - start > maxSwaps; start += maxSwaps) {
    // Each slice must contain the pools and jettons that its swaps refer to.
    const slice = { pools, jettons, swaps: swaps.slice(start, start + maxSwaps) };
    slices.push({ data: slice, lateBefore });
  }
  return [...slices, { data: { ...data, swaps: swaps.slice(start) }, lateBefore, progress }];
}

function countSwaps(slices: readonly Slice[]): number {
  return slices.reduce((sum, { data }) => sum + (data.swaps?.length ?? 0), 0);
}

function mergeSlices(slices: readonly Slice[]): StorableBatch {
  const all = <Item>(select: (data: SourceData) => readonly Item[] | undefined) =>
    slices.flatMap(({ data }) => select(data) ?? []);
  return {
    data: {
      jettons: all(({ jettons }) => jettons),
      pools: all(({ pools }) => pools),
      reserves: all(({ reserves }) => reserves),
      swaps: all(({ swaps }) => swaps),
      invalid: all(({ invalid }) => invalid),
      jettonRecords: all(({ jettonRecords }) => jettonRecords),
      rates: all(({ rates }) => rates),
      claims: all(({ claims }) => claims),
      holders: all(({ holders }) => holders),
    },
    readAgain: new Set(
      slices.flatMap(({ data, lateBefore }) =>
        lateBefore === undefined ? [] : (data.swaps ?? []).filter(({ time }) => time < lateBefore),
      ),
    ),
    progress: slices.flatMap(({ progress }) => progress ?? []),
  };
}

/** Whether the data has nothing to store. */
export function isEmpty(data: SourceData): boolean {
  return Object.values(data).every((list) => !Array.isArray(list) || list.length === 0);
}
