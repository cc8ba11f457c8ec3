import { parseAddress, type RawAddress } from '#contract/address.ts';
import type { Pair, Pool, Swap } from '#testing/oracle/dataset.ts';
import type { ChainClock } from './chain-clock.ts';
import type { Faults } from './faults.ts';
import { firstIndex } from './first-index.ts';
import { stableFraction, stablePick } from './stable-hash.ts';
import type { UpstreamMarket } from './upstream-market.ts';

const defects = ['missing field', 'too many digits', 'unknown type', 'zero amounts'] as const;
/** What is wrong with an invalid event. */
export type Defect = (typeof defects)[number];

interface EventBase {
  readonly pool: Pool;
  readonly lt: bigint;
  /** Milliseconds. */
  readonly time: number;
  /** When the event appears, in milliseconds; later than `time` for late swaps. */
  readonly visibleAt: number;
}

/** A swap of the market, or an invalid copy of one with an lt of its own. */
export interface SwapEvent extends EventBase {
  readonly type: 'swap';
  readonly swap: Swap;
  readonly defect?: Defect;
}

/** Liquidity was added, with the pool's reserves afterwards. */
export interface LiquidityEvent extends EventBase {
  readonly type: 'liquidity';
  readonly reserves: Pair<bigint>;
}

/** Something that is no swap and reports no reserves that count. */
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
    this.pools = poolsOf(market, exchanges, faults);
    const swaps = market.swaps.filter(({ pool }) => this.pools.has(pool));
    const lts = new UnusedLts(market.swaps);
    this.events = [
      ...swaps.flatMap((swap) => this.#swapEvents(swap, lts, faults)),
      ...Array.from(this.pools.values()).flatMap((pool) => liquidityEvents(pool, clock, lts)),
    ].toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt));
    this.#eventsByLt = this.events.toSorted((a, b) => Number(a.lt - b.lt));
    const eventsByPool = new Map<RawAddress, UpstreamEvent[]>();
    for (const event of this.events) {
      const events = eventsByPool.get(event.pool.address);
      if (events) events.push(event);
      else eventsByPool.set(event.pool.address, [event]);
    }
    this.#eventsByPool = eventsByPool;
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

  #swapEvents(swap: Swap, lts: UnusedLts, faults: Faults): UpstreamEvent[] {
    const pool = this.pools.get(swap.pool);
    if (!pool) return [];
    const { time, lt } = swap;
    const key = `${faults.seed ?? 1} ${swap.pool} ${lt}`;
    const visibleAt = time + delayOf(key, faults);
    const events: UpstreamEvent[] = [{ type: 'swap', pool, lt, time, visibleAt, swap }];
    if (stableFraction(`invalid ${key}`) < (faults.invalidEvents ?? 0)) {
      const defect = stablePick(`defect ${key}`, defects);
      events.push({ type: 'swap', pool, lt: lts.next(lt), time, visibleAt: time, swap, defect });
    }
    if (stableFraction(`ignored ${swap.pool} ${lt}`) < IGNORED_SHARE) {
      events.push({ type: 'ignored', pool, lt: lts.next(lt), time, visibleAt: time, swap });
    }
    return events;
  }
}

function poolsOf(market: UpstreamMarket, exchanges: readonly string[], faults: Faults) {
  const claimed = new Set(
    (faults.claimedPools ?? [])
      .filter(({ exchange }) => exchanges.includes(exchange))
      .map(({ pool }) => parseAddress(pool)),
  );
  return new Map(
    [...market.pools].filter(
      ([address, { exchange }]) => exchanges.includes(exchange) || claimed.has(address),
    ),
  );
}

function liquidityEvents(pool: Pool, clock: ChainClock, lts: UnusedLts): LiquidityEvent[] {
  if (!pool.reported) return [];
  const { reserves, time } = pool.reported;
  return [{ type: 'liquidity', pool, lt: lts.next(clock.ltAt(time)), time, visibleAt: time, reserves }];
}

/** Milliseconds by which a swap is late. */
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
