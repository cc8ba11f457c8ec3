import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { DEFAULT_MARKET_TYPE, UNKNOWN_MARKET_TYPE } from '#contract/market.ts';
import type { Amount, InvalidEvent, SourceData } from '#service/feeds/client/source.ts';
import type { WaitingReserves, WaitingSwap } from '#service/feeds/ledger/swaps-without-decimals.ts';
import type {
  Batch,
  JettonFacts,
  JettonRecord,
  PoolRecord,
  PoolTypeRecord,
  ReservesRecord,
  SwapRecord,
} from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { requireSupportedSwap } from '#service/validation/limits.ts';
import { readDecimal, readInteger } from '#service/validation/values.ts';
import type { StoredPool } from './store-lookup.ts';

const TON_DECIMALS = 9;

export interface StoredData {
  readonly pools: ReadonlyMap<RawAddress, StoredPool>;
  /** Decimals of jettons. */
  readonly decimals: ReadonlyMap<RawAddress, number>;
}

export interface ClaimedPool {
  readonly address: RawAddress;
  /** Whether the feed names the assets in reverse order. */
  readonly isReversed: boolean;
}

interface ResolvedBatch {
  readonly batch: Required<Omit<Batch, 'rates' | 'holders' | 'jettonUpdates' | 'claims'>>;
  /** Stored pools whose first swaps or reserves are in the batch. */
  readonly claimed: readonly ClaimedPool[];
  readonly waiting: readonly WaitingSwap[];
  readonly waitingReserves: readonly WaitingReserves[];
  readonly rejected: readonly InvalidEvent[];
}

/**
 * Converts data of the feed `feed` to a batch, given what is stored. Omits stored jettons and pools, swaps and reserves that
 * must wait for the decimals of an asset, and invalid events.
 */
export function toBatch(feed: string, data: SourceData, stored: StoredData): ResolvedBatch {
  return new Resolver(feed, data, stored).resolve();
}

interface UsablePool extends Pick<StoredPool, 'asset0' | 'asset1'> {
  readonly decimals0: number;
  readonly decimals1: number;
}

class Resolver {
  private readonly decimals: Map<RawAddress, number>;
  private readonly described: ReadonlyMap<RawAddress, PoolRecord>;
  private readonly newJettons = new Map<RawAddress, JettonRecord>();
  private readonly newPools = new Map<RawAddress, PoolRecord>();
  private readonly claimed = new Map<RawAddress, boolean>();
  private readonly waiting: WaitingSwap[] = [];
  private readonly waitingReserves: WaitingReserves[] = [];
  private readonly rejected: InvalidEvent[];
  private readonly feed: string;
  private readonly data: SourceData;
  private readonly stored: StoredData;

  constructor(feed: string, data: SourceData, stored: StoredData) {
    this.feed = feed;
    this.data = data;
    this.stored = stored;
    this.decimals = new Map([[TON_ADDRESS, TON_DECIMALS], ...stored.decimals]);
    this.described = new Map((data.pools ?? []).map((pool) => [pool.address, pool]));
    this.rejected = [...(data.invalid ?? [])];
  }

  resolve(): ResolvedBatch {
    const { data } = this;
    for (const record of data.jettonRecords ?? []) this.replaceJetton(record);
    for (const facts of data.jettons ?? []) this.addJetton(facts);
    for (const { address } of data.pools ?? []) this.findPool(address);
    const swaps = (data.swaps ?? []).flatMap((swap) => this.resolveSwap(swap) ?? []);
    const reserves = (data.reserves ?? []).flatMap((event) => this.resolveReserves(event) ?? []);
    return {
      batch: {
        jettons: [...this.newJettons.values()],
        pools: [...this.newPools.values()],
        poolTypes: this.poolTypes(),
        swaps,
        reserves,
      },
      claimed: Array.from(this.claimed, ([address, isReversed]) => ({ address, isReversed })),
      waiting: this.waiting,
      waitingReserves: this.waitingReserves,
      rejected: this.rejected,
    };
  }

  /** Types of stored pools that were not known when they were stored, unless they belong to another feed. */
  private poolTypes(): PoolTypeRecord[] {
    return [...this.described.values()].flatMap(({ address, type }) => {
      const stored = this.stored.pools.get(address);
      if (!stored || (stored.feed ?? this.feed) !== this.feed) return [];
      if (type === undefined || type === UNKNOWN_MARKET_TYPE || type === stored.type) return [];
      // The default is also stored for pools whose data has no type.
      return [DEFAULT_MARKET_TYPE, UNKNOWN_MARKET_TYPE].includes(stored.type) ? [{ address, type }] : [];
    });
  }

  /** Decimals never change, because the prices of stored swaps depend on them. */
  private replaceJetton(record: JettonRecord): void {
    const decimals = this.decimals.get(record.address) ?? record.decimals;
    this.newJettons.set(record.address, { ...record, decimals });
    this.decimals.set(record.address, decimals);
  }

  /** Facts of stored jettons are ignored, because sources of metadata are more complete. */
  private addJetton(facts: JettonFacts): void {
    const record = newJetton(facts);
    if (!record || this.decimals.has(facts.address)) return;
    this.newJettons.set(facts.address, record);
    this.decimals.set(facts.address, record.decimals);
  }

  /** Returns the pool, the asset that it waits for, or undefined if the pool is unknown. Adds described pools. */
  private findPool(address: RawAddress): UsablePool | { readonly missing: RawAddress } | undefined {
    const pool = this.stored.pools.get(address) ?? this.newPools.get(address) ?? this.described.get(address);
    if (!pool) return undefined;
    const { asset0, asset1 } = pool;
    const decimals0 = this.decimals.get(asset0);
    const decimals1 = this.decimals.get(asset1);
    if (decimals0 === undefined) return { missing: asset0 };
    if (decimals1 === undefined) return { missing: asset1 };
    const described = this.described.get(address);
    if (described && !this.stored.pools.has(address) && !this.newPools.has(address)) {
      this.newPools.set(address, { ...described, feed: this.feed });
    }
    return { asset0, asset1, decimals0, decimals1 };
  }

  /** Whether the source names the assets of a stored pool in reverse order. Throws BadValueError if its assets differ. */
  private isReversed(address: RawAddress): boolean {
    const stored = this.stored.pools.get(address);
    const described = this.described.get(address);
    if (!stored || !described) return stored?.isReversed ?? false;
    if (stored.asset0 === described.asset0 && stored.asset1 === described.asset1) return false;
    if (stored.asset0 === described.asset1 && stored.asset1 === described.asset0) return true;
    throw new BadValueError('the pool is stored with other assets');
  }

  private resolveSwap(swap: SwapRecord<Amount>): SwapRecord | undefined {
    const pool = this.findPool(swap.pool);
    const reject = (reason: string) => {
      this.rejected.push({ key: `${swap.pool} ${swap.lt}`, reason, event: swap });
      return undefined;
    };
    if (!pool) return reject('the pool is unknown');
    const stored = this.stored.pools.get(swap.pool);
    if (stored && (stored.feed ?? this.feed) !== this.feed) return reject('the pool belongs to another feed');
    if ('missing' in pool) {
      const asset = pool.missing;
      this.waiting.push({ swap, pool: stored ? undefined : this.described.get(swap.pool), asset });
      return undefined;
    }
    try {
      const isReversed = this.isReversed(swap.pool);
      const record = toBaseUnitSwap(isReversed ? reversed(swap) : swap, pool);
      if (stored?.feed === null) this.claimed.set(swap.pool, isReversed);
      return record;
    } catch (error) {
      if (error instanceof BadValueError) return reject(error.reason);
      throw error;
    }
  }

  private resolveReserves(event: ReservesRecord<Amount>): ReservesRecord | undefined {
    const stored = this.stored.pools.get(event.pool);
    if (stored && (stored.feed ?? this.feed) !== this.feed) return undefined;
    const pool = this.findPool(event.pool);
    if (!pool) return undefined;
    if ('missing' in pool) {
      const described = stored ? undefined : this.described.get(event.pool);
      this.waitingReserves.push({ reserves: event, pool: described, asset: pool.missing });
      return undefined;
    }
    const { time, lt } = event;
    try {
      const isReversed = this.isReversed(event.pool);
      const { reserve0, reserve1 } = isReversed ? reversed(event) : event;
      if (stored?.feed === null && this.described.has(event.pool)) this.claimed.set(event.pool, isReversed);
      return {
        pool: event.pool,
        time,
        lt,
        reserve0: toReserve(reserve0, pool.decimals0),
        reserve1: toReserve(reserve1, pool.decimals1),
      };
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      const key = `${event.pool} reserves ${time.toISOString()}`;
      this.rejected.push({ key, reason: error.reason, event });
      return undefined;
    }
  }
}

/** Exchanges the two sides. */
function reversed<Event extends ReservesRecord<Amount> | SwapRecord<Amount>>(event: Event): Event {
  const { reserve0, reserve1 } = event;
  const sides = { ...event, reserve0: reserve1, reserve1: reserve0 };
  if (!('sold0' in event)) return sides;
  return { ...sides, sold0: !event.sold0, amount0: event.amount1, amount1: event.amount0 };
}

/** Converts all amounts to base units. Throws BadValueError. */
function toBaseUnitSwap(swap: SwapRecord<Amount>, { decimals0, decimals1 }: UsablePool): SwapRecord {
  const amount0 = toAmount(swap.amount0, decimals0);
  const amount1 = toAmount(swap.amount1, decimals1);
  requireSupportedSwap({ amount: amount0, decimals: decimals0 }, { amount: amount1, decimals: decimals1 });
  return {
    ...swap,
    amount0: BigInt(amount0),
    amount1: BigInt(amount1),
    reserve0: swap.reserve0 && toReserve(swap.reserve0, decimals0),
    reserve1: swap.reserve1 && toReserve(swap.reserve1, decimals1),
  };
}

function toAmount(amount: Amount, decimals: number): string {
  return 'baseUnits' in amount ? amount.baseUnits : toBaseUnits(amount.units, decimals);
}

/** Truncates digits that exceed the asset's decimals. */
function toReserve(amount: Amount, decimals: number): bigint {
  return BigInt('baseUnits' in amount ? amount.baseUnits : truncateToBaseUnits(amount.units, decimals));
}

/** Returns the record of a new jetton with these facts, or undefined without decimals, which are never guessed. */
export function newJetton({ decimals, ...facts }: JettonFacts): JettonRecord | undefined {
  if (decimals === undefined) return undefined;
  const { name = '', symbol = '', links = [], verification = 'JVS_NONE' } = facts;
  return { ...facts, name, symbol, links, verification, decimals };
}

/**
 * Converts a decimal number of whole units to base units, exactly. Throws BadValueError if it has more digits than the
 * asset has decimals.
 */
export function toBaseUnits(units: string, decimals: number): string {
  const { whole, fraction } = splitAtPoint(units, decimals);
  if (/[1-9]/.test(fraction)) throw new BadValueError('an amount has more digits than decimals', units);
  return readInteger('an amount', whole);
}

/** As toBaseUnits, but ignores digits that exceed the asset's decimals. */
export function truncateToBaseUnits(units: string, decimals: number): string {
  return readInteger('an amount', splitAtPoint(units, decimals).whole);
}

/** Moves the decimal point `places` to the right. Returns the digits before and after it. */
function splitAtPoint(units: string, places: number): { whole: string; fraction: string } {
  const [mantissa = '', exponent = '0'] = readDecimal('an amount', units).split(/[eE]/);
  const [integer = '', decimals = ''] = mantissa.split('.');
  const digits = integer + decimals;
  const position = integer.length + Number(exponent) + places;
  return position <= 0
    ? { whole: '0', fraction: digits }
    : { whole: digits.slice(0, position).padEnd(position, '0'), fraction: digits.slice(position) };
}
