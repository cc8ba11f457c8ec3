import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import {
  type Amount,
  ContradictionError,
  OPEN_END,
  type SourceClient,
  SourceError,
  type SwapSource,
  type SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { toArray, toFields } from '#service/validation/fields.ts';
import { readAddress, readInt64, readPositiveInteger, readSecondInUtc } from '#service/validation/values.ts';
import { bisectStart, type StartSearch } from './bisect-start.ts';
import {
  compareList,
  type ListedPool,
  PoolMemory,
  readPool,
  readTypedAsset,
  ShortListReader,
} from './dedust-pools.ts';
import { distinctBy, readEvents, readResponse } from './read-response.ts';

/** With descriptions of jettons; tens of megabytes. */
const FULL_LIST = '/v2/pools';
const SHORT_LIST = '/v2/pools-lite';
/** Time between full lists, and if there are new pools, in milliseconds. */
const FULL_LIST_PERIOD = 10 * 60_000;
const NEW_POOLS_PERIOD = 2 * 60_000;
/** Trades per request. */
const PAGE_SIZE = 100;
/** Trades per request when searching the start; more than one in case some are invalid. */
const PROBE_SIZE = 10;
/** Pools to search the start in. */
const START_POOLS = 3;
/** Logical times of different pools are comparable to within a few blocks. In milliseconds. */
const START_MARGIN = 10 * 60_000;
/** Of the search of the start, as a logical time: about five minutes. */
const START_PRECISION = 100_000_000n;

/**
 * Reads swaps and reserves from DeDust. Subjects are pools, keys are logical times. The list of pools shows which have
 * changed; their trades are then requested one pool at a time.
 */
export function createDedustSource(client: SourceClient, { exchange, now }: SwapSourceOptions): SwapSource {
  const memory = new PoolMemory();
  const shortList = new ShortListReader();
  /** All pools of the lists so far, for `read`. */
  const listed = new Map<RawAddress, ListedPool>();
  const searches = new Map<number, StartLtSearch>();
  let fullListAt = Number.NEGATIVE_INFINITY;
  let hasNewPools = false;
  /** Whether a page after a logical time has been found to be the oldest trades after it. */
  let isOrderConfirmed = false;

  async function fetchPools(path: string, signal: AbortSignal) {
    const response = await client.request(path, { signal });
    const items = readResponse(path, () => toArray(response));
    const read = path === FULL_LIST ? readPool : (item: unknown) => shortList.read(item);
    const { events, invalid } = readEvents(items, read, addressOf);
    const sorted = events.toSorted((a, b) => Number(a.lt - b.lt));
    const pools = distinctBy(sorted, ({ address }) => address);
    for (const pool of pools) listed.set(pool.address, pool);
    return { pools, invalid, received: items.length };
  }

  async function findPool(address: RawAddress, signal: AbortSignal): Promise<ListedPool> {
    if (!listed.has(address)) await fetchPools(SHORT_LIST, signal);
    const pool = listed.get(address);
    if (pool === undefined)
      throw new SourceError(`${SHORT_LIST}: the list does not contain the pool`, { problem: 'failing' });
    return pool;
  }

  async function fetchTrades(
    pool: RawAddress,
    after: bigint,
    size: number,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const path = tradesPath(pool);
    const query = [
      ['page_size', String(size)],
      ['after_lt', String(after)],
    ] as const;
    const response = await client.request(path, { query, signal });
    return readResponse(path, () => toArray(response));
  }

  /**
   * Compares a full page with the first trade after `after`: if pages were the newest trades instead of the oldest,
   * reading on from the highest logical time would lose those between. Throws ContradictionError if they are, and
   * SourceError if the page lacks the first trade, which may have appeared since.
   */
  async function confirmOrder(
    pool: RawAddress,
    after: bigint,
    page: readonly unknown[],
    signal: AbortSignal,
  ): Promise<void> {
    const [first] = readEvents(await fetchTrades(pool, after, 1, signal), readTradeLt).events;
    const lts = readEvents(page, readTradeLt).events;
    if (first === undefined) return;
    if (lts.some((lt) => lt < first))
      throw new ContradictionError(
        `${tradesPath(pool)}: page_size=1 returns a newer trade than a full page with the same after_lt`,
      );
    if (!lts.includes(first))
      throw new SourceError(`${tradesPath(pool)}: a full page lacks the first trade after its after_lt`, {
        problem: 'failing',
      });
    isOrderConfirmed = true;
  }

  return {
    start: async (time, signal) => {
      const search =
        searches.get(time.getTime()) ??
        new StartLtSearch(busiestPools((await fetchPools(SHORT_LIST, signal)).pools));
      searches.set(time.getTime(), search);
      const latest = time.getTime() - START_MARGIN;
      const start = await search.run(async (pool, key) => {
        const trades = await fetchTrades(pool, key, PROBE_SIZE, signal);
        const { events } = readEvents(trades, (item) => ({
          lt: readTradeLt(item),
          time: readTradeTime(item),
        }));
        const earlier = events.filter((trade) => trade.lt > key && trade.time.getTime() < latest);
        const lts = earlier.map(({ lt }) => lt);
        return lts.length === 0 ? undefined : keyAfter(key, lts);
      });
      searches.delete(time.getTime());
      return start;
    },

    discover: async (state, signal) => {
      memory.begin(state.head);
      const head = now();
      const age = head.getTime() - fullListAt;
      const isFull = memory.isEmpty || age >= (hasNewPools ? NEW_POOLS_PERIOD : FULL_LIST_PERIOD);
      const { pools, invalid, received } = await fetchPools(isFull ? FULL_LIST : SHORT_LIST, signal);
      const { states, ...changes } = compareList(pools, { state, memory, exchange, head, now: now() });
      memory.end(head, states);
      if (isFull) fullListAt = head.getTime();
      hasNewPools = !isFull && (hasNewPools || changes.pools.length > 0);
      // Invalid pools rarely change.
      return { head, ...changes, invalid: isFull ? invalid : [], received };
    },

    read: async ({ subject, from, to }, _known, signal) => {
      const pool = await findPool(subject, signal);
      const after = from > 0n ? from - 1n : 0n;
      const trades = await fetchTrades(subject, after, PAGE_SIZE, signal);
      if (!isOrderConfirmed && trades.length >= PAGE_SIZE) await confirmOrder(subject, after, trades, signal);
      const items = trades.map((trade) => ({ pool: subject, trade }));
      const { events, invalid } = readEvents(items, ({ trade }) => readTrade(trade, subject, pool));
      const swaps = events.filter(({ lt }) => lt >= from && lt < to);
      // Including invalid trades.
      const end = keyAfter(from, readEvents(trades, readTradeLt).events);
      const isLast = trades.length === 0 || (trades.length < PAGE_SIZE && end > pool.lt);
      const { asset0, asset1, type } = pool;
      const pools = swaps.length > 0 ? [{ address: subject, exchange, asset0, asset1, type }] : [];
      const page = { pools, swaps, invalid };
      if (!isLast && end > from && end < to) return { ...page, next: end };
      return { ...page, ...(to === OPEN_END && { end }) };
    },

    check: async (signal) => {
      const { pools } = await fetchPools(SHORT_LIST, signal);
      const list = `DeDust list: ${pools.length.toLocaleString('en')} pools`;
      const [busiest] = busiestPools(pools);
      if (!busiest) return list;
      const trades = await fetchTrades(busiest.address, 0n, PAGE_SIZE, signal);
      if (trades.length >= PAGE_SIZE) await confirmOrder(busiest.address, 0n, trades, signal);
      return `${list}; order of trades ${isOrderConfirmed ? 'confirmed' : 'not confirmed: no full page'}`;
    },
  };
}

function tradesPath(pool: RawAddress): string {
  return `/v2/pools/${toUserFriendly(pool)}/trades`;
}

/** Returns pools with the largest reserves of TON. */
function busiestPools(pools: readonly ListedPool[]): ListedPool[] {
  const tonReserve = ({ asset0, asset1, reserves }: ListedPool) => {
    if (asset0 === TON_ADDRESS) return Number(reserves?.[0] ?? 0);
    return asset1 === TON_ADDRESS ? Number(reserves?.[1] ?? 0) : 0;
  };
  const traded = pools.filter(({ lt }) => lt > 0n);
  return traded.toSorted((a, b) => tonReserve(b) - tonReserve(a)).slice(0, START_POOLS);
}

/** Returns the first key from `start` on that is greater than all logical times. */
function keyAfter(start: bigint, lts: readonly bigint[]): bigint {
  return lts.reduce((key, lt) => (lt < key ? key : lt + 1n), start);
}

function addressOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'address' in item ? item.address : item;
}

/** Reads a trade of a pool. Throws BadValueError. */
function readTrade(
  item: unknown,
  pool: RawAddress,
  { asset0, asset1 }: Pick<ListedPool, 'asset0' | 'asset1'>,
): SwapRecord<Amount> {
  const fields = toFields(item);
  const sold = readTypedAsset(fields.requiredObject('assetIn'), 'assetIn');
  const bought = readTypedAsset(fields.requiredObject('assetOut'), 'assetOut');
  const sold0 = sold === asset0 && bought === asset1;
  if (!sold0 && !(sold === asset1 && bought === asset0)) {
    throw new BadValueError('assetIn and assetOut must be the assets of the pool');
  }
  const amountIn = { baseUnits: fields.required('amountIn', readPositiveInteger) };
  const amountOut = { baseUnits: fields.required('amountOut', readPositiveInteger) };
  return {
    pool,
    trader: fields.required('sender', readAddress),
    time: readTradeTime(item),
    lt: readTradeLt(item),
    sold0,
    amount0: sold0 ? amountIn : amountOut,
    amount1: sold0 ? amountOut : amountIn,
  };
}

function readTradeLt(item: unknown): bigint {
  return BigInt(toFields(item).required('lt', readInt64));
}

function readTradeTime(item: unknown): Date {
  return toFields(item).required('createdAt', readSecondInUtc);
}

/**
 * Searches a logical time before all events at or after a time, in the trades of busy pools: one whose trades begin
 * earlier is enough. If a probe fails, the next `run` continues there.
 */
class StartLtSearch {
  private readonly searches: readonly (StartSearch & { readonly pool: RawAddress })[];

  constructor(pools: readonly { readonly address: RawAddress; readonly lt: bigint }[]) {
    this.searches = pools.map(({ address, lt }) => ({ pool: address, low: 0n, high: lt + 1n }));
  }

  /** Returns 0 if there are no earlier trades. `probe` is that of `bisectStart`. */
  async run(probe: (pool: RawAddress, key: bigint) => Promise<bigint | undefined>): Promise<bigint> {
    for (const search of this.searches) {
      const start = await bisectStart(search, START_PRECISION, (key) => probe(search.pool, key));
      if (start > 0n) return start;
    }
    return 0n;
  }
}
