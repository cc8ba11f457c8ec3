import type { RawAddress } from '#contract/address.ts';
import type { ListedPool } from './dedust-pool.ts';

/** The last listed values of a pool, and what was derived from them. */
export interface PoolState {
  readonly lt: bigint;
  readonly reserves: ListedPool['reserves'];
  /** Whether its jettons have been reported with their descriptions in the full list. */
  readonly isDescribed: boolean;
  /** Whether the pool has changed since its last range. */
  readonly isChanged: boolean;
  /** When to read the pool again although it has not changed, in milliseconds, and the delay after that. */
  readonly retryAt: number;
  readonly delay: number;
}

/**
 * Remembers the last list, to find changes. What was found counts only when the next discovery shows that it was stored;
 * otherwise it is found again.
 */
export class PoolMemory {
  private readonly stored = new Map<RawAddress, PoolState>();
  private found: { readonly head: Date; readonly states: ReadonlyMap<RawAddress, PoolState> } | undefined;

  /** Begins a discovery after one that reached `head`. */
  begin(head: Date): void {
    if (this.found && head >= this.found.head) {
      for (const [address, state] of this.found.states) this.stored.set(address, state);
    }
    this.found = undefined;
  }

  /** True until a discovery has been stored, such as after a start. */
  get isEmpty(): boolean {
    return this.stored.size === 0;
  }

  get(address: RawAddress): PoolState | undefined {
    return this.stored.get(address);
  }

  /** Ends a discovery that reaches `head`. */
  end(head: Date, states: ReadonlyMap<RawAddress, PoolState>): void {
    this.found = { head, states };
  }
}
