import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Pool } from '#testing/oracle/dataset.ts';
import { type Defect, type EventBook, OVERSIZED_AMOUNT, type SwapEvent } from '#tools/upstream/event-book.ts';
import { spelled } from '#tools/upstream/spelling.ts';
import { stablePick } from '#tools/upstream/stable-hash.ts';
import { decimalsOf, type UpstreamMarket } from '#tools/upstream/upstream-market.ts';
import type { JsonFields, JsonValue } from './json-value.ts';
import {
  failure,
  integerParameter,
  type Reply,
  type Source,
  type SourceRequest,
  success,
  unknownPath,
} from './source.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/** Serves `/v2/pools`, `/v2/pools-lite` and the trades of each pool of DeDust. */
export function dedustSource(
  market: UpstreamMarket,
  book: EventBook,
  { withDecimals }: { readonly withDecimals: boolean },
): Source {
  const fullAsset = (asset: RawAddress): JsonValue => ({
    ...assetOf(asset),
    metadata: withDecimals ? metadataOf(market, asset) : null,
  });
  return (request) => {
    const [version, collection, pool, subpath, ...others] = request.path;
    if (request.method !== 'GET' || version !== 'v2' || others.length > 0) return unknownPath;
    if (collection === 'pools' && subpath === 'trades') return trades(book, pool ?? '', request);
    if (pool !== undefined) return unknownPath;
    if (collection === 'pools') {
      return poolList('dedust/v2/pools', book, request, fullAsset, {
        stats: { fees: ['0', '0'], volume: ['0', '0'] },
      });
    }
    if (collection === 'pools-lite') {
      return poolList('dedust/v2/pools-lite', book, request, liteAsset, {
        fees: ['0', '0'],
        volume: ['0', '0'],
      });
    }
    return unknownPath;
  };
}

function poolList(
  route: string,
  book: EventBook,
  request: SourceRequest,
  formatAsset: (asset: RawAddress) => JsonValue,
  statistics: JsonFields,
): Reply {
  const time = request.headTime;
  const rows = book.poolsAt(time).map((pool) => ({
    address: spelled(pool.address),
    lt: String(visibleTrades(book, pool.address, time).at(-1)?.lt ?? 0n),
    totalSupply: '1000000000',
    type: dedustTypeOf(pool),
    tradeFee: '0.25',
    assets: pool.assets.map(formatAsset),
    lastPrice: null,
    reserves: book.reservesAt(pool.address, time)?.map(String),
    ...statistics,
  }));
  return success(route, request.disturb(rows));
}

/** Returns the type that DeDust reports for a pool. */
export function dedustTypeOf({ type }: Pick<Pool, 'type'>): 'stable' | 'volatile' {
  return type === 'stable' ? 'stable' : 'volatile';
}

function assetOf(asset: RawAddress): JsonFields {
  return asset === TON_ADDRESS ? { type: 'native' } : { type: 'jetton', address: spelled(asset) };
}

function liteAsset(asset: RawAddress): string {
  return asset === TON_ADDRESS ? 'native' : `jetton:${spelled(asset)}`;
}

function metadataOf(market: UpstreamMarket, asset: RawAddress): JsonFields {
  const jetton = market.jettons.get(asset);
  const isTon = asset === TON_ADDRESS;
  return {
    name: isTon ? 'Toncoin' : (jetton?.name ?? ''),
    symbol: isTon ? 'TON' : (jetton?.symbol ?? ''),
    image: jetton?.image ?? null,
    decimals: decimalsOf(market, asset),
  };
}

function trades(book: EventBook, text: string, request: SourceRequest): Reply {
  const route = 'dedust/v2/pools/{address}/trades';
  const pool = parseAddress(text);
  if (pool === undefined || !book.pools.has(pool)) return failure(route, 404, 'Pool not found');
  const { query, now } = request;
  const size = query.has('page_size') ? integerParameter(query, 'page_size', 1) : DEFAULT_PAGE_SIZE;
  const afterLt = query.has('after_lt') ? integerText(query.get('after_lt')) : undefined;
  if (size === undefined || (query.has('after_lt') && afterLt === undefined)) {
    return failure(route, 400, 'page_size or after_lt is not a valid integer');
  }
  const limit = Math.min(size, MAX_PAGE_SIZE);
  const visible = visibleTrades(book, pool, now);
  const page =
    afterLt === undefined ? visible.slice(-limit) : visible.filter(({ lt }) => lt > afterLt).slice(0, limit);
  return success(route, request.disturb(page.map(tradeOf)), page.length);
}

function integerText(text: string | null): bigint | undefined {
  return text !== null && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}

/** Returns the trades of a pool by lt. */
function visibleTrades(book: EventBook, pool: RawAddress, time: number): SwapEvent[] {
  return book
    .eventsOf(pool)
    .filter((event) => event.type === 'swap')
    .filter(({ visibleAt }) => visibleAt <= time)
    .toSorted((a, b) => Number(a.lt - b.lt));
}

function tradeOf({ pool, swap, lt, time, defect }: SwapEvent): JsonValue {
  const bought = swap.sold === 0 ? 1 : 0;
  const trade: JsonFields = {
    sender: spelled(swap.trader),
    assetIn: assetOf(pool.assets[swap.sold]),
    assetOut: assetOf(pool.assets[bought]),
    amountIn: String(swap.amounts[swap.sold]),
    amountOut: String(swap.amounts[bought]),
    lt: String(lt),
    createdAt: new Date(time).toISOString(),
  };
  return defect ? damaged(trade, defect, lt) : trade;
}

function damaged(trade: JsonFields, defect: Defect, lt: bigint): JsonFields {
  switch (defect) {
    case 'missing field': {
      // Not the lt: it is the cursor.
      const field = stablePick(`field ${lt}`, ['amountOut', 'assetOut', 'createdAt']);
      return { ...trade, [field]: undefined };
    }
    case 'too many digits':
      return { ...trade, amountIn: OVERSIZED_AMOUNT };
    case 'unknown type':
      return { ...trade, assetIn: { type: 'extra_currency', id: 100 } };
    case 'zero amounts':
      return { ...trade, amountIn: '0', amountOut: '0' };
  }
}
