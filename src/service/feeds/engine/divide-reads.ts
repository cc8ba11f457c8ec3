import type { SourceData, SwapEvent } from '#service/feeds/source.ts';
import type { Database } from '#service/store/database.ts';

/** Data of one response, or of several responses to one range. */
export interface Read {
  readonly data: SourceData;
  /** Swaps before this time have been read before: new ones among them are late, others are not counted again. */
  readonly lateBefore: Date | undefined;
  /** Records that the data was stored. */
  readonly progress: (db: Database) => Promise<void>;
}

/** What is stored in one transaction. */
export interface StorableBatch {
  readonly data: SourceData;
  /** Swaps that were read again, of those in `data`. */
  readonly readAgain: ReadonlySet<SwapEvent>;
  /** Of all reads whose data is complete with this batch. */
  readonly progress: readonly Read['progress'][];
}

/**
 * Divides reads into batches of about `maxSwaps` swaps: many small reads share a transaction and its round of
 * calculations, and a large one does not hold the lock on the data for long. Keeps the order, so that progress is
 * recorded when all data before it is stored.
 */
export function divideReads(reads: readonly Read[], maxSwaps: number): StorableBatch[] {
  const batches: StorableBatch[] = [];
  let parts: Part[] = [];
  for (const part of reads.flatMap((read) => partsOf(read, maxSwaps))) {
    if (parts.length > 0 && countSwaps([...parts, part]) > maxSwaps) {
      batches.push(toBatch(parts));
      parts = [];
    }
    parts.push(part);
  }
  if (parts.length > 0) batches.push(toBatch(parts));
  return batches;
}

interface Part extends Pick<Read, 'data' | 'lateBefore'> {
  /** Missing unless this is the last part of a read. */
  readonly progress?: Read['progress'];
}

function partsOf({ data, lateBefore, progress }: Read, maxSwaps: number): Part[] {
  const { swaps = [], pools = [], jettons = [], reserves = [], invalid = [] } = data;
  // The share of invalid events is that of the whole response.
  const received = Math.max(data.received ?? 0, swaps.length + reserves.length + invalid.length);
  const parts: Part[] = [];
  let start = 0;
  for (; swaps.length - start > maxSwaps; start += maxSwaps) {
    // Each part must describe what its swaps refer to.
    const part = { pools, jettons, received, swaps: swaps.slice(start, start + maxSwaps) };
    parts.push({ data: part, lateBefore });
  }
  return [...parts, { data: { ...data, received, swaps: swaps.slice(start) }, lateBefore, progress }];
}

function countSwaps(parts: readonly Part[]): number {
  return parts.reduce((sum, { data }) => sum + (data.swaps?.length ?? 0), 0);
}

function toBatch(parts: readonly Part[]): StorableBatch {
  const all = <Item>(select: (data: SourceData) => readonly Item[] | undefined) =>
    parts.flatMap(({ data }) => select(data) ?? []);
  return {
    data: {
      jettons: all(({ jettons }) => jettons),
      pools: all(({ pools }) => pools),
      reserves: all(({ reserves }) => reserves),
      swaps: all(({ swaps }) => swaps),
      invalid: all(({ invalid }) => invalid),
      jettonRecords: all(({ jettonRecords }) => jettonRecords),
      rates: all(({ rates }) => rates),
      received: parts.reduce((sum, { data }) => sum + (data.received ?? 0), 0),
    },
    readAgain: new Set(
      parts.flatMap(({ data, lateBefore }) =>
        lateBefore === undefined ? [] : (data.swaps ?? []).filter(({ time }) => time < lateBefore),
      ),
    ),
    progress: parts.flatMap(({ progress }) => progress ?? []),
  };
}
