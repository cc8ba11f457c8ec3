import type { RawAddress } from '#contract/address.ts';
import { bisectStart, type StartSearch } from './bisect-start.ts';

/** About five minutes. */
const PRECISION = 100_000_000n;

/**
 * Searches a logical time before all events at or after a time, in the trades of busy pools: one whose trades begin
 * earlier is enough. If a probe fails, the next `run` continues there.
 */
export class StartLtSearch {
  private readonly searches: readonly (StartSearch & { readonly pool: RawAddress })[];

  constructor(pools: readonly { readonly address: RawAddress; readonly lt: bigint }[]) {
    this.searches = pools.map(({ address, lt }) => ({ pool: address, low: 0n, high: lt + 1n }));
  }

  /** Returns 0 if there are no earlier trades. `probe` is that of `bisectStart`. */
  async run(probe: (pool: RawAddress, key: bigint) => Promise<bigint | undefined>): Promise<bigint> {
    for (const search of this.searches) {
      const start = await bisectStart(search, PRECISION, (key) => probe(search.pool, key));
      if (start > 0n) return start;
    }
    return 0n;
  }
}
