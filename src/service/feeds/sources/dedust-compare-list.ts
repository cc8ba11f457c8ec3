import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import { type DiscoveredRange, type DiscoveryState, OPEN_END } from '#service/feeds/client/source.ts';
import type { JettonFacts, PoolRecord, ReservesRecord } from '#service/market/batch.ts';
import type { ListedPool, Reserves } from './dedust-pool.ts';
import type { PoolMemory, PoolState } from './dedust-pool-memory.ts';
import { distinctBy } from './distinct-by.ts';

const FIRST_DELAY = 15_000;
const FIRST_DELAY_AFTER_START = 3_600_000;
const MAX_DELAY = 24 * 3_600_000;

interface Context {
  readonly state: DiscoveryState;
  readonly memory: PoolMemory;
  readonly exchange: string;
  readonly head: Date;
  /** When the list arrived. */
  readonly now: Date;
}

/** What a list contains that earlier lists did not. */
export interface ListChanges {
  readonly pools: readonly PoolRecord[];
  readonly jettons: readonly JettonFacts[];
  readonly reserves: readonly ReservesRecord<Amount>[];
  readonly ranges: readonly DiscoveredRange[];
  /** To remember for the next list. */
  readonly states: ReadonlyMap<string, PoolState>;
}

/** Compares a list with the earlier state of its pools. Pools without reserves and trades since the start are ignored. */
export function compareList(list: readonly ListedPool[], context: Context): ListChanges {
  const { memory, state, exchange, now } = context;
  const pools: PoolRecord[] = [];
  const jettons: JettonFacts[] = [];
  const reserves: ReservesRecord<Amount>[] = [];
  const ranges: DiscoveredRange[] = [];
  const states = new Map<string, PoolState>();
  for (const pool of list) {
    const { address, asset0, asset1, type } = pool;
    const previous = memory.get(address);
    // The source sometimes returns an older list.
    if (previous ? pool.lt < previous.lt : isUnused(pool, state)) continue;
    if (!previous) pools.push({ address, exchange, asset0, asset1, type });
    if (!previous?.isDescribed) jettons.push(...pool.jettons);
    if (pool.reserves && (!previous || haveReservesChanged(pool, previous))) {
      reserves.push(toReservesEvent(address, pool.reserves, now));
    }
    const next = nextState(pool, previous, state.cursors.get(address) ?? state.start, now.getTime());
    const range = next.isChanged && !state.unread.has(address) ? toRange(pool, context) : undefined;
    if (range) ranges.push(range);
    states.set(address, range ? { ...next, isChanged: false } : next);
  }
  return { pools, jettons: distinctBy(jettons, ({ address }) => address), reserves, ranges, states };
}

function isUnused({ address, reserves, lt }: ListedPool, { cursors, start }: DiscoveryState): boolean {
  return (reserves ?? []).every((reserve) => reserve === '0') && lt < start && !cursors.has(address);
}

/**
 * Decides whether to read a pool. The list may report a change before its trade is available, and changes without a
 * trade: while its logical time is not read, a pool is read again after growing delays.
 */
function nextState(
  pool: ListedPool,
  previous: PoolState | undefined,
  cursor: bigint,
  now: number,
): PoolState {
  const { lt, reserves } = pool;
  const isBehind = cursor <= lt;
  const isDescribed = (previous?.isDescribed ?? false) || pool.jettons.length > 0;
  const readAfter = (delay: number) => ({ isChanged: true, delay, retryAt: now + delay });
  if (!previous) {
    return { lt, reserves, isDescribed, ...readAfter(FIRST_DELAY_AFTER_START), isChanged: isBehind };
  }
  const isNew = lt === previous.lt ? haveReservesChanged(pool, previous) : isBehind;
  if (isNew) return { lt, reserves, isDescribed, ...readAfter(FIRST_DELAY) };
  if (isBehind && now >= previous.retryAt) {
    return { lt, reserves, isDescribed, ...readAfter(Math.min(2 * previous.delay, MAX_DELAY)) };
  }
  return { ...previous, lt, reserves, isDescribed, isChanged: previous.isChanged && isBehind };
}

function haveReservesChanged(pool: ListedPool, previous: PoolState): boolean {
  return pool.reserves?.[0] !== previous.reserves?.[0] || pool.reserves?.[1] !== previous.reserves?.[1];
}

function toReservesEvent(
  pool: RawAddress,
  [reserve0, reserve1]: Reserves,
  time: Date,
): ReservesRecord<Amount> {
  return { pool, time, reserve0: { baseUnits: reserve0 }, reserve1: { baseUnits: reserve1 } };
}

function toRange({ address }: ListedPool, { state, head }: Context): DiscoveredRange {
  const from = state.cursors.get(address) ?? state.start;
  return { subject: address, from, to: OPEN_END, fromTime: state.head, toTime: head };
}
