import { parseAddress, type RawAddress } from '#contract/address.ts';
import type { Pair, Pool, Swap } from '#testing/oracle/dataset.ts';
import type { ChainClock } from './chain-clock.ts';
import type { Faults } from './faults.ts';
import { firstIndex } from './first-index.ts';
import { inventedAddress, stableFraction, stablePick } from './stable-hash.ts';
import type { UpstreamMarket } from './upstream-market.ts';

const defects = ['missing field', 'too many digits', 'unknown type', 'zero amounts'] as const;
/** What is wrong with an invalid event. */
export type Defect = (typeof defects)[number];
/** An amount of more than 256 bits. */
export const OVERSIZED_AMOUNT = '7'.repeat(90);

interface EventBase {
  readonly pool: Pool;
  readonly lt: bigint;
  /** Milliseconds. */
  readonly time: number;
  /** When the event appears, in milliseconds; later than `time` for late swaps. */
  readonly visibleAt: number;
}

/** A swap of the market, or an invalid copy of one with a different lt. */
export interface SwapEvent extends EventBase {
  readonly type: 'swap';
  readonly swap: Swap;
  readonly defect?: Defect;
}

/** Liquidity was added or removed, with the pool's reserves afterwards. */
export interface LiquidityEvent extends EventBase {
  readonly type: 'liquidity';
  readonly reserves: Pair<bigint>;
}

/** An event that feeds must ignore: it is no swap, and its reserves do not count. */
export interface IgnoredEvent extends EventBase {
  readonly type: 'ignored';
  /** A swap of the market at the same time, as a source of plausible amounts. */
  readonly swap: Swap;
}

export type UpstreamEvent = SwapEvent | LiquidityEvent | IgnoredEvent;

const IGNORED_SHARE = 0.1;

/** The events that one source serves: pools of some exchanges, and pools that it claims as a fault. */
export class EventBook {
  /** By address. */
  readonly pools: ReadonlyMap<RawAddress, Pool>;
  /** By time, then lt. */
  readonly events: readonly UpstreamEvent[];
  readonly #eventsByLt: readonly UpstreamEvent[];
  readonly #eventsByPool: ReadonlyMap<RawAddress, readonly UpstreamEvent[]>;

  constructor(market: UpstreamMarket, clock: ChainClock, exchanges: readonly string[], faults: Faults) {
    const own = [...market.pools.values()].filter(({ exchange }) => exchanges.includes(exchange));
    const claimed = claimedPools(market, exchanges, faults);
    const pools = [...own, ...claimed];
    this.pools = new Map(pools.map((pool) => [pool.address, pool]));
    const swapsByPool = groupByPool(market.swaps, ({ pool }) => pool);
    const swapsOf = ({ address }: Pool) => swapsByPool.get(address) ?? [];
    const lts = new UnusedLts(market.swaps);
    const otherEvents = (pool: Pool) => [
      ...liquidityEvents(pool, clock, lts),
      ...ignoredEvents(pool, swapsOf(pool), lts),
    ];
    // Faults come last, because they must not change the lts of other events.
    const events: readonly UpstreamEvent[] = [
      ...own.flatMap(otherEvents),
      ...claimed.flatMap(otherEvents),
      ...pools.flatMap((pool) => swapEvents(pool, swapsOf(pool), faults)),
      ...pools.flatMap((pool) => invalidEvents(pool, swapsOf(pool), lts, faults)),
    ];
    this.events = events.toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt));
    this.#eventsByLt = events.toSorted((a, b) => Number(a.lt - b.lt));
    this.#eventsByPool = groupByPool(this.events, ({ pool }) => pool.address);
  }

  /** Returns the events from `first` to `last`, in milliseconds, both included. */
  eventsBetween(first: number, last: number): UpstreamEvent[] {
    const { events } = this;
    const start = firstIndex(events.length, (index) => (events[index]?.time ?? 0) >= first);
    const end = firstIndex(events.length, (index) => (events[index]?.time ?? 0) > last);
    return events.slice(start, end);
  }

  /** Returns the events from lt `first` on and before lt `end`, by lt. */
  eventsBetweenLts(first: bigint, end: bigint): UpstreamEvent[] {
    const events = this.#eventsByLt;
    const from = firstIndex(events.length, (index) => (events[index]?.lt ?? 0n) >= first);
    const to = firstIndex(events.length, (index) => (events[index]?.lt ?? 0n) >= end);
    return events.slice(from, to);
  }

  /** Returns the events of a pool by time, then lt. */
  eventsOf(pool: RawAddress): readonly UpstreamEvent[] {
    return this.#eventsByPool.get(pool) ?? [];
  }

  /** Returns the pools that exist at a time: since their creation, or their first swap if that is unknown. */
  poolsAt(time: number): Pool[] {
    return [...this.pools.values()].filter(({ address, createdAt }) => {
      const since = createdAt ?? this.eventsOf(address)[0]?.time;
      return since === undefined || since <= time;
    });
  }

  /** Returns the latest reserves of a pool that were reported up to a time. */
  reservesAt(pool: RawAddress, time: number): Pair<bigint> | undefined {
    return this.eventsOf(pool)
      .filter((event) => event.visibleAt <= time)
      .map(reservesOf)
      .findLast((reserves) => reserves !== undefined);
  }
}

function groupByPool<Item>(
  items: readonly Item[],
  poolOf: (item: Item) => RawAddress,
): Map<RawAddress, Item[]> {
  const groups = new Map<RawAddress, Item[]>();
  for (const item of items) {
    const group = groups.get(poolOf(item));
    if (group) group.push(item);
    else groups.set(poolOf(item), [item]);
  }
  return groups;
}

/** Returns pools of other exchanges that these exchanges claim. */
function claimedPools({ pools }: UpstreamMarket, exchanges: readonly string[], faults: Faults): Pool[] {
  const claims = (faults.claimedPools ?? []).filter(({ exchange }) => exchanges.includes(exchange));
  const claimed = claims.flatMap(({ pool }) => pools.get(parseAddress(pool) ?? '') ?? []);
  return [...new Set(claimed)].filter(({ exchange }) => !exchanges.includes(exchange));
}

function liquidityEvents(pool: Pool, clock: ChainClock, lts: UnusedLts): LiquidityEvent[] {
  if (!pool.reported) return [];
  const { reserves, time } = pool.reported;
  return [{ type: 'liquidity', pool, lt: lts.next(clock.ltAt(time)), time, visibleAt: time, reserves }];
}

function ignoredEvents(pool: Pool, swaps: readonly Swap[], lts: UnusedLts): IgnoredEvent[] {
  return swaps
    .filter(({ lt }) => stableFraction(`ignored ${pool.address} ${lt}`) < IGNORED_SHARE)
    .map((swap) => ({
      type: 'ignored',
      pool,
      lt: lts.next(swap.lt),
      time: swap.time,
      visibleAt: swap.time,
      swap,
    }));
}

function swapEvents(pool: Pool, swaps: readonly Swap[], faults: Faults): SwapEvent[] {
  return swaps.map((swap) => {
    const { lt, time } = swap;
    return { type: 'swap', pool, lt, time, visibleAt: time + delayOf(keyOf(swap, faults), faults), swap };
  });
}

function invalidEvents(pool: Pool, swaps: readonly Swap[], lts: UnusedLts, faults: Faults): SwapEvent[] {
  return swaps
    .filter((swap) => stableFraction(`invalid ${keyOf(swap, faults)}`) < (faults.invalidEvents ?? 0))
    .map((swap) => {
      const defect = stablePick(`defect ${keyOf(swap, faults)}`, defects);
      return {
        type: 'swap',
        pool,
        lt: lts.next(swap.lt),
        time: swap.time,
        visibleAt: swap.time,
        swap,
        defect,
      };
    });
}

/** Returns text that the faults of a swap depend on. */
function keyOf({ pool, lt }: Swap, { seed = 1 }: Faults): string {
  return `${seed} ${pool} ${lt}`;
}

/** Returns the milliseconds by which a swap is late. */
function delayOf(key: string, { lateSwaps }: Faults): number {
  if (!lateSwaps || stableFraction(`late ${key}`) >= lateSwaps.share) return 0;
  const { minSeconds, maxSeconds } = lateSwaps;
  return Math.floor(1000 * (minSeconds + (maxSeconds - minSeconds) * stableFraction(`delay ${key}`)));
}

/** Returns the reserves that an event reports, if any. */
export function reservesOf(event: UpstreamEvent): Pair<bigint> | undefined {
  if (event.type === 'liquidity') return event.reserves;
  return event.type === 'swap' && event.defect === undefined ? event.swap.reserves : undefined;
}

/** Returns text that identifies an event, for values that depend on it. */
export function eventKey({ pool, lt }: EventBase): string {
  return `${pool.address} ${lt}`;
}

/** Returns the wallet that caused an event: the trader, or a liquidity provider. */
export function walletOf(event: UpstreamEvent): RawAddress {
  return event.type === 'liquidity' ? inventedAddress(`provider ${eventKey(event)}`) : event.swap.trader;
}

/** Whether liquidity was removed. */
export function isRemoval({ pool }: LiquidityEvent): boolean {
  return stableFraction(`removal ${pool.address}`) < 0.5;
}

/** Finds lts for events that the market does not contain, so that they replace none of its swaps. */
class UnusedLts {
  readonly #used: Set<bigint>;

  constructor(swaps: readonly Swap[]) {
    this.#used = new Set(swaps.map(({ lt }) => lt));
  }

  /** Returns the first unused lt from `lt` on, and reserves it. */
  next(lt: bigint): bigint {
    let candidate = lt;
    while (this.#used.has(candidate)) candidate += 1n;
    this.#used.add(candidate);
    return candidate;
  }
}
