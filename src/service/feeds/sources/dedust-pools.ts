import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import {
  type Amount,
  type DiscoveredRange,
  type DiscoveryState,
  OPEN_END,
} from '#service/feeds/client/source.ts';
import type { JettonFacts, PoolRecord, ReservesRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAddress, readAsset, readInt64, readInteger } from '#service/validation/values.ts';
import { readAssetFacts } from './jetton-facts.ts';
import { distinctBy } from './read-response.ts';

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
interface ListChanges {
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

/** The last listed values of a pool, and what was derived from them. */
interface PoolState {
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

type Reserves = readonly [reserve0: string, reserve1: string];

/** A pool of either list. */
export interface ListedPool {
  readonly address: RawAddress;
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
  readonly type: string | undefined;
  /** Logical time of the last change. */
  readonly lt: bigint;
  /** Base units; undefined if unknown. */
  readonly reserves: Reserves | undefined;
  /** Described by the full list only. */
  readonly jettons: readonly JettonFacts[];
}

/** Reads an item of `/v2/pools`, with descriptions of jettons, or of `/v2/pools-lite`. Throws BadValueError. */
export function readPool(item: unknown): ListedPool {
  const fields = toFields(item);
  const [first, second, ...others] = fields.requiredArray('assets');
  if (others.length > 0) throw new BadValueError('assets must have two elements');
  const assets = [readListedAsset(first), readListedAsset(second)] as const;
  const [asset0, asset1] = [assets[0].address, assets[1].address];
  if (asset0 === asset1) throw new BadValueError('the assets of a pool must differ', asset1);
  return {
    address: fields.required('address', readAddress),
    asset0,
    asset1,
    type: fields.text('type'),
    ...readChanges(fields),
    jettons: assets.flatMap(({ facts }) => facts ?? []),
  };
}

/**
 * Reads items of `/v2/pools-lite`, which are requested with every discovery: only what may have changed of pools that
 * have been read before.
 */
export class ShortListReader {
  /** By address as spelled in the list. */
  private readonly pools = new Map<string, ListedPool>();

  /** Throws BadValueError. */
  read(item: unknown): ListedPool {
    const fields = toFields(item);
    const spelling = fields.required('address', (_, text) => text);
    const previous = this.pools.get(spelling);
    const pool = previous ? { ...previous, ...readChanges(fields) } : readPool(item);
    if (!previous) this.pools.set(spelling, pool);
    return pool;
  }
}

function readChanges(fields: Fields): Pick<ListedPool, 'lt' | 'reserves'> {
  return { lt: BigInt(fields.required('lt', readInt64)), reserves: readReserves(fields) };
}

function readReserves(fields: Fields): Reserves | undefined {
  const [first, second] = fields.array('reserves') ?? [];
  const reserves = toFields({ reserve0: first, reserve1: second });
  const reserve0 = reserves.optional('reserve0', readInteger);
  const reserve1 = reserves.optional('reserve1', readInteger);
  return reserve0 === undefined || reserve1 === undefined ? undefined : [reserve0, reserve1];
}

/** Reads `"native"`, `"jetton:ADDRESS"` or an object. */
function readListedAsset(value: unknown): { address: RawAddress; facts?: JettonFacts } {
  if (value === 'native') return { address: TON_ADDRESS };
  if (typeof value === 'string') {
    if (value.startsWith('jetton:')) return { address: readAsset('an asset', value.slice('jetton:'.length)) };
    throw new BadValueError('an asset has an unknown type', value);
  }
  const fields = toFields(value, 'an asset');
  const address = readTypedAsset(fields, 'an asset');
  const metadata = fields.object('metadata');
  if (address === TON_ADDRESS || metadata === undefined) return { address };
  return { address, facts: readAssetFacts(address, metadata) };
}

/** Reads `{"type":"native"}` or `{"type":"jetton","address"}`. Throws BadValueError. */
export function readTypedAsset(fields: Fields, name: string): RawAddress {
  const type = fields.required('type', (_, text) => text);
  if (type === 'native') return TON_ADDRESS;
  if (type !== 'jetton') throw new BadValueError(`${name} has an unknown type`, type);
  return fields.required('address', readAsset);
}
