import type { RawAddress } from '#contract/address.ts';
import type { Dataset, Pair, Pool } from '#testing/oracle/read-dataset.ts';
import type { Faults } from './faults.ts';
import { stableFraction, stableHex, stablePick } from './values.ts';

const defects = ['missing field', 'wrong type', 'too many digits', 'unknown type', 'zero amounts'] as const;
/** What is wrong with an invalid event. */
export type Defect = (typeof defects)[number];
/** An amount of more than 256 bits. */
export const OVERSIZED_AMOUNT = '7'.repeat(90);

/** Share of the swaps that are followed by an event that feeds must ignore. */
const IGNORED_SHARE = 0.1;
const LT_PER_BLOCK = 1_000_000n;
const LT_PER_TRANSACTION = 1_000n;

export interface UpstreamEvent {
  /** `ignored`: no swap, and its reserves do not count. */
  readonly type: 'swap' | 'liquidity' | 'ignored';
  readonly pool: Pool;
  readonly lt: bigint;
  /** Of the transaction, as 64 lowercase hex digits. */
  readonly hash?: string | undefined;
  /** Milliseconds. */
  readonly time: number;
  /** When the event appears, in milliseconds; later than `time` for late swaps. */
  readonly visibleAt: number;
  /** Identifies the event, for values that depend on it. */
  readonly key: string;
  /** The trader, or a liquidity provider. */
  readonly wallet: RawAddress;
  /** Index of the asset that the pool receives. */
  readonly sold: 0 | 1;
  /** Base units. */
  readonly amounts: Pair<bigint>;
  /** Of the pool, afterwards. */
  readonly reserves?: Pair<bigint> | undefined;
  /** Of an invalid copy of a swap, which feeds must reject. */
  readonly defect?: Defect;
}

/** Where the DEX Screener formats place an lt. */
export function positionOf(lt: bigint): { block: number; transaction: number; event: number } {
  return {
    block: Number(lt / LT_PER_BLOCK),
    transaction: Number((lt / LT_PER_TRANSACTION) % LT_PER_TRANSACTION),
    event: Number(lt % LT_PER_TRANSACTION),
  };
}

/** The events that one source serves. */
export class EventBook {
  /** By address. */
  readonly pools: ReadonlyMap<RawAddress, Pool>;
  /** By time, then lt. */
  readonly events: readonly UpstreamEvent[];
  readonly #byLt: readonly UpstreamEvent[];
  readonly #byPool = new Map<RawAddress, UpstreamEvent[]>();
  /** The lowest lt of the events from each one on. */
  readonly #lowestFrom: bigint[] = [];

  constructor(market: Dataset, exchanges: readonly string[], faults: Faults) {
    const own = [...market.pools.values()].filter(({ exchange }) => exchanges.includes(exchange));
    this.pools = new Map(own.map((pool) => [pool.address, pool]));
    this.#byLt = createEvents(market, this.pools, faults).toSorted((a, b) => Number(a.lt - b.lt));
    this.events = this.#byLt.toSorted((a, b) => a.time - b.time);
    for (const event of this.events) {
      const others = this.#byPool.get(event.pool.address);
      if (others) others.push(event);
      else this.#byPool.set(event.pool.address, [event]);
    }
    let lowest = this.events.at(-1)?.lt ?? 0n;
    for (const { lt } of this.events.toReversed()) {
      if (lt < lowest) lowest = lt;
      this.#lowestFrom.push(lowest);
    }
    this.#lowestFrom.reverse();
  }

  /** Returns the latest block without events after a time in milliseconds. */
  headBlock(time: number): number {
    const future = this.#lowestFrom[firstIndex(this.events, (event) => event.time > time)];
    return positionOf(future ?? (this.#byLt.at(-1)?.lt ?? 0n) + LT_PER_BLOCK).block - 1;
  }

  /** Returns the events from `first` to `last`, in milliseconds, both included, that are visible at a time. */
  between(first: number, last: number, now: number): UpstreamEvent[] {
    const start = firstIndex(this.events, ({ time }) => time >= first);
    const end = firstIndex(this.events, ({ time }) => time > last);
    return this.events.slice(start, end).filter(({ visibleAt }) => visibleAt <= now);
  }

  /** Returns the events of the blocks `first` to `last`, both included, that are visible at a time, by lt. */
  ofBlocks(first: number, last: number, now: number): UpstreamEvent[] {
    const start = firstIndex(this.#byLt, ({ lt }) => positionOf(lt).block >= first);
    const end = firstIndex(this.#byLt, ({ lt }) => positionOf(lt).block > last);
    return this.#byLt.slice(start, end).filter(({ visibleAt }) => visibleAt <= now);
  }

  /** Returns the events of a pool that are visible at a time, by time, then lt. */
  ofPool(pool: RawAddress, now: number): UpstreamEvent[] {
    return (this.#byPool.get(pool) ?? []).filter(({ visibleAt }) => visibleAt <= now);
  }

  /** Returns the pools that exist at a time: since their creation, or their first event if that is unknown. */
  poolsAt(time: number): Pool[] {
    return [...this.pools.values()].filter(({ address, createdAt }) => {
      const since = createdAt ?? this.#byPool.get(address)?.[0]?.time;
      return since === undefined || since <= time;
    });
  }
}

/** Returns swaps, changes of liquidity, and copies of swaps that feeds must ignore or reject. */
function createEvents(
  market: Dataset,
  pools: ReadonlyMap<RawAddress, Pool>,
  { seed = 1, invalidEvents = 0, lateSwaps }: Faults,
): UpstreamEvent[] {
  const used = new Set(market.swaps.map(({ lt }) => lt));
  /** All but swaps have an lt that the market does not contain. */
  const withUnusedLt = (event: Omit<UpstreamEvent, 'key'>): UpstreamEvent => {
    let { lt } = event;
    while (used.has(lt)) lt += 1n;
    used.add(lt);
    return { ...event, lt, key: `${event.pool.address} ${lt}` };
  };
  const sorted = market.swaps.toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt));
  const swaps = sorted.flatMap((swap): UpstreamEvent[] => {
    const pool = pools.get(swap.pool);
    const key = `${swap.pool} ${swap.lt}`;
    return pool ? [{ ...swap, type: 'swap', pool, key, visibleAt: swap.time, wallet: swap.trader }] : [];
  });
  const liquidity = [...pools.values()].flatMap((pool) => {
    if (!pool.reported) return [];
    const { reserves, time } = pool.reported;
    const next = sorted[firstIndex(sorted, (swap) => swap.time >= time)];
    const lt = next?.lt ?? (sorted.at(-1)?.lt ?? 0n) + LT_PER_BLOCK;
    const sold = stableFraction(`removal ${pool.address}`) < 0.5 ? 0 : 1;
    const wallet = `0:${stableHex(`provider ${pool.address}`)}`;
    const amounts = [1_000n, 1_000n] as const;
    return withUnusedLt({
      type: 'liquidity',
      pool,
      lt,
      time,
      visibleAt: time,
      wallet,
      sold,
      amounts,
      reserves,
    });
  });
  const copiesOf = (name: string, share: number) =>
    swaps.filter(({ key }) => stableFraction(`${name} ${key}`) < share);
  const ignored = copiesOf('ignored', IGNORED_SHARE).map((event) =>
    withUnusedLt({ ...event, type: 'ignored', reserves: undefined }),
  );
  // Faults come last, because they must not change the lts of other events.
  const invalid = copiesOf(`invalid ${seed}`, invalidEvents).map((event) => {
    const defect = stablePick(`defect ${seed} ${event.key}`, defects);
    return withUnusedLt({ ...event, defect, reserves: undefined });
  });
  const delayOf = (key: string) => {
    if (!lateSwaps || stableFraction(`late ${seed} ${key}`) >= lateSwaps.share) return 0;
    const { minSeconds, maxSeconds } = lateSwaps;
    return Math.floor(
      1000 * (minSeconds + (maxSeconds - minSeconds) * stableFraction(`delay ${seed} ${key}`)),
    );
  };
  const delayed = swaps.map((event) => ({ ...event, visibleAt: event.time + delayOf(event.key) }));
  return [...liquidity, ...ignored, ...invalid, ...delayed];
}

/** Returns the index of the first item that matches, or the number of items. All items after a match must match. */
function firstIndex<Item>(items: readonly Item[], matches: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || matches(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
