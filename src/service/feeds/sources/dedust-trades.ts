import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import {
  type Amount,
  ContradictionError,
  type SourceClient,
  SourceError,
} from '#service/feeds/client/source.ts';
import type { PoolRecord, SwapRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toArray, toFields } from '#service/validation/fields.ts';
import {
  readAddress,
  readAsset,
  readInt64,
  readPositiveInteger,
  readSecondInUtc,
} from '#service/validation/values.ts';
import { bisectStart, type StartSearch } from './bisect-start.ts';
import { LenientReader } from './jetton-facts.ts';
import { readEvents, readResponse } from './read-response.ts';

/** Trades of a full page. */
export const TRADES_PER_PAGE = 100;
/** Of the search of the start, as a logical time: about five minutes. */
const START_PRECISION = 100_000_000n;

/** Requests trades of pools. */
export class DedustTrades {
  private readonly client: SourceClient;
  private isConfirmed = false;

  constructor(client: SourceClient) {
    this.client = client;
  }

  /** Whether a page after a logical time has been found to be the oldest trades after it. */
  get isOrderConfirmed(): boolean {
    return this.isConfirmed;
  }

  /** Requests the oldest trades after a logical time, or the newest trades. */
  async fetch(
    pool: RawAddress,
    after: bigint | undefined,
    size: number,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const path = tradesPath(pool);
    const query = [
      ['page_size', String(size)] as const,
      ...(after === undefined ? [] : [['after_lt', String(after)] as const]),
    ];
    const response = await this.client.request(path, { query, signal });
    return readResponse(path, () => toArray(response));
  }

  /**
   * Compares the first full page with the first trade after `after`, once: if pages were the newest trades instead of the oldest,
   * reading on from the highest logical time would lose those between. Throws ContradictionError if they are, and
   * SourceError if the page lacks the first trade, which may have appeared since.
   */
  async confirmOrder(
    pool: RawAddress,
    after: bigint,
    page: readonly unknown[],
    signal: AbortSignal,
  ): Promise<void> {
    if (this.isConfirmed || page.length < TRADES_PER_PAGE) return;
    const [first] = (await readEvents(await this.fetch(pool, after, 1, signal), readTradeLt)).events;
    const lts = (await readEvents(page, readTradeLt)).events;
    if (first === undefined) return;
    if (lts.some((lt) => lt < first))
      throw new ContradictionError(
        `${tradesPath(pool)}: page_size=1 returns a newer trade than a full page with the same after_lt`,
      );
    if (!lts.includes(first))
      throw new SourceError(`${tradesPath(pool)}: a full page lacks the first trade after its after_lt`, {
        problem: 'failing',
      });
    this.isConfirmed = true;
  }
}

export function tradesPath(pool: RawAddress): string {
  return `/v2/pools/${toUserFriendly(pool)}/trades`;
}

/** Returns the first key from `start` on that is greater than all logical times. */
export function keyAfter(start: bigint, lts: readonly bigint[]): bigint {
  return lts.reduce((key, lt) => (lt < key ? key : lt + 1n), start);
}

/** Reads a trade of a pool. Throws BadValueError. */
export function readTrade(
  item: unknown,
  pool: RawAddress,
  { asset0, asset1 }: Pick<PoolRecord, 'asset0' | 'asset1'>,
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

/** Reads `{"type":"native"}` or `{"type":"jetton","address"}`, as in trades. Throws BadValueError. */
function readTypedAsset(fields: Fields, name: string): RawAddress {
  const type = fields.required('type', (_, text) => text);
  if (type === 'native') return TON_ADDRESS;
  if (type !== 'jetton') throw new BadValueError(`${name} has an unknown type`, type);
  return fields.required('address', readAsset);
}

/** TON has fewer than 5 million per second. */
const LTS_PER_SECOND = 100_000_000;
const LT_TOLERANCE = 1_000_000_000;

interface ImplausibleTrade {
  readonly lt: bigint;
  /** That of the trade before. */
  readonly previous: bigint;
}

/**
 * Returns the trades whose logical time is too far after that of the trade before, for the time that has passed: reading on
 * from it would miss all trades until then.
 */
export function implausibleTrades(
  trades: readonly unknown[],
  now: Date,
): ReadonlyMap<unknown, ImplausibleTrade> {
  const read = trades.flatMap((item) => {
    const lenient = new LenientReader();
    const lt = lenient.read(() => readTradeLt(item));
    const time = lenient.read(() => readTradeTime(item));
    return lt === undefined ? [] : { item, lt, time: Math.min(time?.getTime() ?? 0, now.getTime()) };
  });
  const implausible = new Map<unknown, ImplausibleTrade>();
  let previous: (typeof read)[number] | undefined;
  for (const trade of read.toSorted((a, b) => Number(a.lt - b.lt))) {
    const seconds = previous ? Math.max(0, trade.time - previous.time) / 1000 : 0;
    if (previous && Number(trade.lt - previous.lt) > LT_TOLERANCE + LTS_PER_SECOND * seconds)
      implausible.set(trade.item, { lt: trade.lt, previous: previous.lt });
    else previous = trade;
  }
  return implausible;
}

export function readTradeLt(item: unknown): bigint {
  return BigInt(toFields(item).required('lt', readInt64));
}

export function readTradeTime(item: unknown): Date {
  return toFields(item).required('createdAt', readSecondInUtc);
}

/**
 * Searches a logical time before all events at or after a time, in the trades of busy pools: one whose trades begin
 * earlier is enough. If a probe fails, the next `run` continues there.
 */
export class StartLtSearch {
  private readonly pools: readonly RawAddress[];
  private readonly searches = new Map<RawAddress, StartSearch>();

  constructor(pools: readonly RawAddress[]) {
    this.pools = pools;
  }

  /**
   * Returns 0 if there are no earlier trades. `probe` is that of `bisectStart`; without a key, it returns the one after
   * the newest trades.
   */
  async run(
    probe: (pool: RawAddress, key: bigint | undefined) => Promise<bigint | undefined>,
  ): Promise<bigint> {
    for (const pool of this.pools) {
      const search = this.searches.get(pool) ?? { low: 0n, high: (await probe(pool, undefined)) ?? 0n };
      this.searches.set(pool, search);
      const start = await bisectStart(search, START_PRECISION, (key) => probe(pool, key));
      if (start > 0n) return start;
    }
    return 0n;
  }
}
