import type { Swap } from '#testing/oracle/dataset.ts';
import { firstIndex } from './first-index.ts';

export const LT_PER_BLOCK = 1_000_000n;
const LT_PER_TRANSACTION = 1_000n;
/** Used for markets whose swaps do not show how fast lt grows. */
const DEFAULT_LT_PER_MS = 2_500;

/** Where the DEX Screener formats place an lt. */
export interface BlockPosition {
  readonly block: number;
  readonly transaction: number;
  readonly event: number;
}

export function positionOf(lt: bigint): BlockPosition {
  return {
    block: Number(lt / LT_PER_BLOCK),
    transaction: Number((lt / LT_PER_TRANSACTION) % LT_PER_TRANSACTION),
    event: Number(lt % LT_PER_TRANSACTION),
  };
}

interface Point {
  /** Milliseconds. */
  readonly time: number;
  readonly lt: bigint;
}

/** Relates time to lt, from the swaps of a market. */
export class ChainClock {
  /** By time, with lt that never decreases. */
  readonly #points: readonly Point[];
  /** The lowest lt of the swaps from each point on. */
  readonly #lowestFrom: readonly bigint[];
  readonly #ltPerMs: number;

  constructor(swaps: readonly Swap[]) {
    const sorted = swaps.toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt));
    let highest = 0n;
    this.#points = sorted.map(({ time, lt }) => {
      highest = lt > highest ? lt : highest;
      return { time, lt: highest };
    });
    const lowestFrom: bigint[] = [];
    let lowest: bigint | undefined;
    for (const { lt } of sorted.toReversed()) {
      lowest = lowest === undefined || lt < lowest ? lt : lowest;
      lowestFrom.push(lowest);
    }
    this.#lowestFrom = lowestFrom.reverse();
    const [first, last] = [this.#points.at(0), this.#points.at(-1)];
    this.#ltPerMs =
      first && last && last.time > first.time
        ? Number(last.lt - first.lt) / (last.time - first.time)
        : DEFAULT_LT_PER_MS;
  }

  /** Returns the approximate lt at a time in milliseconds, at least 1. Interpolates between swaps. */
  ltAt(time: number): bigint {
    const index = this.#countUntil(time);
    const [before, after] = [this.#points[index - 1], this.#points[index]];
    if (before && after) {
      const share = (time - before.time) / (after.time - before.time);
      return before.lt + BigInt(Math.floor(Number(after.lt - before.lt) * share));
    }
    const nearest = before ?? after ?? { time: 0, lt: 1n };
    const lt = nearest.lt + BigInt(Math.floor((time - nearest.time) * this.#ltPerMs));
    return lt > 0n ? lt : 1n;
  }

  /** Returns the latest block without swaps after a time in milliseconds. */
  headBlock(time: number): number {
    const block = positionOf(this.ltAt(time)).block;
    const future = this.#lowestFrom[this.#countUntil(time)];
    return future === undefined ? block : Math.min(block, positionOf(future).block - 1);
  }

  #countUntil(time: number): number {
    return firstIndex(this.#points.length, (index) => (this.#points[index]?.time ?? 0) > time);
  }
}
