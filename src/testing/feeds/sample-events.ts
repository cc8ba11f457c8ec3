import { TON_ADDRESS } from '#contract/address.ts';
import type {
  Amount,
  ContradictionError,
  InvalidEvent,
  SourceError,
  SourceRange,
  SwapSource,
} from '#service/feeds/client/source.ts';
import type { PoolRecord, ReservesRecord, SwapRecord } from '#service/market/batch.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';

/** A swap in pool c of the small dataset: 1 TON for 2 whole units of jetton a, in 2026 before `importClock`. */
export function swapEvent(changes: Partial<SwapRecord<Amount>> = {}): SwapRecord<Amount> {
  return {
    pool: addressOf('c'),
    trader: addressOf('e'),
    time: new Date('2026-01-29T07:40:00Z'),
    lt: 100n,
    sold0: true,
    amount0: { baseUnits: '1000000000' },
    amount1: { baseUnits: '2000000' },
    ...changes,
  };
}

/** A pool of TON and jetton f, which the small dataset does not contain. */
export function newPool(changes: Partial<PoolRecord> = {}): PoolRecord {
  return {
    address: addressOf('1'),
    exchange: 'stonfi',
    asset0: TON_ADDRESS,
    asset1: addressOf('f'),
    ...changes,
  };
}

type SequenceEvent = { readonly time: Date } & (
  | { readonly swap: SwapRecord<Amount> }
  | { readonly reserves: ReservesRecord<Amount> }
  | { readonly invalid: InvalidEvent }
);

/** A scripted source with one sequence of events, whose keys are milliseconds. */
export class EventSequence {
  readonly events: SequenceEvent[] = [];
  /** Pools that are described on every page. */
  pools: readonly PoolRecord[] = [];
  /** Number of items on every page, including those that are not events. */
  received = 0;
  /** The ranges that were read, including failed reads. */
  readonly reads: Omit<SourceRange, 'subject'>[] = [];
  /** Returns the error of a range that cannot be read. */
  failureOf: (range: SourceRange) => SourceError | ContradictionError | undefined = () => undefined;
  private readonly now: () => Date;
  private readonly chunk: bigint;

  /** `chunk` is in milliseconds. */
  constructor(now: () => Date, chunk = 3_600_000) {
    this.now = now;
    this.chunk = BigInt(chunk);
  }

  addSwaps(...swaps: readonly SwapRecord<Amount>[]): void {
    this.events.push(...swaps.map((swap) => ({ time: swap.time, swap })));
  }

  addReserves(...records: readonly ReservesRecord<Amount>[]): void {
    this.events.push(...records.map((reserves) => ({ time: reserves.time, reserves })));
  }

  addInvalid(time: Date, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const key = `${time.toISOString()} ${index}`;
      this.events.push({ time, invalid: { key, reason: 'an amount is missing', event: {} } });
    }
  }

  readonly createSource = (): SwapSource => ({
    keyOf: ({ time }) => BigInt(time.getTime()),
    chunk: this.chunk,
    start: async (time) => BigInt(time.getTime()),
    discover: async ({ cursors, start, head: previousHead }) => {
      const head = this.now();
      const [from, to] = [cursors.get('') ?? start, BigInt(head.getTime())];
      const range = { subject: '', from, to, fromTime: previousHead, toTime: head };
      return { head, ranges: from < to ? [range] : [] };
    },
    read: async (range) => {
      this.reads.push({ from: range.from, to: range.to });
      const failure = this.failureOf(range);
      if (failure) throw failure;
      const events = this.events.filter(({ time }) => {
        const key = BigInt(time.getTime());
        return key >= range.from && key < range.to;
      });
      return {
        received: this.received,
        pools: this.pools,
        swaps: events.flatMap((event) => ('swap' in event ? event.swap : [])),
        reserves: events.flatMap((event) => ('reserves' in event ? event.reserves : [])),
        invalid: events.flatMap((event) => ('invalid' in event ? event.invalid : [])),
      };
    },
    check: async () => 'works',
  });
}
