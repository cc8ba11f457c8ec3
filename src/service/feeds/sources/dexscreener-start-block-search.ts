import { bisectStart, type StartSearch } from './bisect-start.ts';

/** Blocks of one probe. */
const WINDOW = 1000n;

/**
 * Searches a block at or before the first event at or after a time. If a probe fails, the next `run` continues there.
 */
export class StartBlockSearch {
  private readonly end: bigint;
  private distance = WINDOW;
  private search: StartSearch | undefined;

  constructor(head: bigint) {
    this.end = head + 1n;
  }

  /**
   * Looks back from the head in doubling steps before it bisects, because there may be no events in old blocks. Returns
   * 0 if there are no earlier events. `probe` is that of `bisectStart`.
   */
  async run(probe: (from: bigint) => Promise<bigint | undefined>): Promise<bigint> {
    while (this.search === undefined) {
      const from = this.end > this.distance ? this.end - this.distance : 0n;
      const low = await probe(from);
      if (low !== undefined) this.search = { low, high: this.end };
      else if (from === 0n) return 0n;
      this.distance *= 2n;
    }
    return await bisectStart(this.search, WINDOW, probe);
  }
}
