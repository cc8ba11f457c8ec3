import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Pair, Pool } from '#testing/oracle/dataset.ts';
import { type ChainClock, LT_PER_BLOCK, positionOf } from '#tools/upstream/chain-clock.ts';
import {
  type Defect,
  type EventBook,
  eventKey,
  type IgnoredEvent,
  isRemoval,
  type LiquidityEvent,
  reservesOf,
  type SwapEvent,
  type UpstreamEvent,
  walletOf,
} from '#tools/upstream/event-book.ts';
import { parseAsset, spelled, tonOfPool } from '#tools/upstream/spelling.ts';
import { stableHex, stableIndex, stablePick } from '#tools/upstream/stable-hash.ts';
import { decimalsOf, type UpstreamMarket } from '#tools/upstream/upstream-market.ts';
import { exactNumber, paddedWholeUnits, wholeUnits } from '#tools/upstream/whole-units.ts';
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

/** Blocks per request. */
export const MAX_BLOCKS = 1_000;

/** `standard`: DEX Screener's specification; `stonfi`: that of STON.fi, with other paths and names of fields. */
export type Dialect = 'standard' | 'stonfi';

export interface DexscreenerOptions {
  readonly exchange: string;
  readonly dialect: Dialect;
  /** Whether assets include their decimals. */
  readonly withDecimals: boolean;
}

interface Adapter extends DexscreenerOptions {
  readonly market: UpstreamMarket;
  readonly book: EventBook;
  readonly clock: ChainClock;
}

/** Serves a DEX Screener adapter. */
export function dexscreenerSource(
  market: UpstreamMarket,
  book: EventBook,
  clock: ChainClock,
  options: DexscreenerOptions,
): Source {
  const adapter: Adapter = { ...options, market, book, clock };
  return (request) => {
    if (request.method !== 'GET') return unknownPath;
    if (options.dialect === 'standard') {
      const [name, ...others] = request.path;
      return others.length > 0 ? unknownPath : answer(adapter, name, request.query.get('id'), request);
    }
    const [root, service, version, name, id, ...others] = request.path;
    const isExport = root === 'export' && service === 'dexscreener' && version === 'v1';
    return isExport && others.length === 0 ? answer(adapter, name, id ?? null, request) : unknownPath;
  };
}

function answer(
  adapter: Adapter,
  name: string | undefined,
  id: string | null,
  request: SourceRequest,
): Reply {
  switch (name) {
    case 'latest-block':
      return latestBlock(adapter, request);
    case 'asset':
      return asset(adapter, id ?? '');
    case 'pair':
      return pair(adapter, id ?? '');
    case 'events':
      return events(adapter, request);
    default:
      return unknownPath;
  }
}

function routeOf({ exchange }: Adapter, name: string): string {
  return `dexscreener/${exchange}/${name}`;
}

function latestBlock(adapter: Adapter, { headTime }: SourceRequest): Reply {
  const block = {
    blockNumber: adapter.clock.headBlock(headTime),
    blockTimestamp: Math.floor(headTime / 1000),
  };
  return success(routeOf(adapter, 'latest-block'), { block });
}

function asset(adapter: Adapter, id: string): Reply {
  const { market, book, withDecimals } = adapter;
  const route = routeOf(adapter, 'asset');
  const address = parseAsset(id);
  const isListed = [...book.pools.values()].some(({ assets }) => assets.some((item) => item === address));
  if (address === undefined || !isListed) return failure(route, 404, 'Asset not found');
  const jetton = market.jettons.get(address);
  const decimals = decimalsOf(market, address);
  const supply = (units: bigint | undefined) =>
    units === undefined ? undefined : wholeUnits(units, decimals);
  const isTon = address === TON_ADDRESS;
  return success(route, {
    asset: {
      id,
      name: isTon ? 'Gram' : (jetton?.name ?? ''),
      symbol: isTon ? 'GRAM' : (jetton?.symbol ?? ''),
      totalSupply: supply(jetton?.totalSupply) ?? '0',
      circulatingSupply: supply(jetton?.circulatingSupply),
      decimals: withDecimals ? decimals : undefined,
    },
  });
}

function pair(adapter: Adapter, id: string): Reply {
  const { book, dialect, exchange } = adapter;
  const route = routeOf(adapter, 'pair');
  const address = parseAddress(id);
  const pool = address === undefined ? undefined : book.pools.get(address);
  if (!pool) return failure(route, 404, 'Pair not found');
  const fields = {
    id: spelled(pool.address),
    asset0Id: assetId(adapter, pool, pool.assets[0]),
    asset1Id: assetId(adapter, pool, pool.assets[1]),
    ...createdFields(adapter, pool),
    feeBps: 30,
  };
  return success(route, dialect === 'stonfi' ? { pool: fields } : { pair: { ...fields, dexKey: exchange } });
}

function createdFields({ clock }: Adapter, { address, createdAt }: Pool): JsonFields {
  if (createdAt === undefined) return {};
  return {
    createdAtBlockNumber: positionOf(clock.ltAt(createdAt)).block,
    createdAtBlockTimestamp: Math.floor(createdAt / 1000),
    createdAtTxnId: stableHex(`creation of ${address}`),
  };
}

/** TON is wrapped in some pools and, in the standard dialect, called `native` in others. */
function assetId({ dialect }: Adapter, pool: Pool, address: RawAddress): string {
  if (address !== TON_ADDRESS) return spelled(address);
  if (dialect === 'standard' && stableIndex(`native ${pool.address}`, 3) === 0) return 'native';
  return spelled(tonOfPool(pool.address));
}

function events(adapter: Adapter, { query, now, disturb }: SourceRequest): Reply {
  const { book, clock } = adapter;
  const route = routeOf(adapter, 'events');
  const fromBlock = integerParameter(query, 'fromBlock');
  const toBlock = integerParameter(query, 'toBlock');
  if (fromBlock === undefined || toBlock === undefined || fromBlock > toBlock) {
    return failure(route, 400, 'fromBlock and toBlock must be ascending block numbers');
  }
  if (toBlock - fromBlock + 1 > MAX_BLOCKS)
    return failure(route, 400, `At most ${MAX_BLOCKS} blocks per request`);
  if (toBlock > clock.headBlock(now)) {
    return { ...failure(route, 503, 'Block not available yet'), headers: { 'retry-after': '1' } };
  }
  const rows = book
    .eventsBetweenLts(BigInt(fromBlock) * LT_PER_BLOCK, BigInt(toBlock + 1) * LT_PER_BLOCK)
    .filter(({ visibleAt }) => visibleAt <= now)
    .map((event) => eventOf(adapter, event));
  return success(route, { events: disturb(rows) }, rows.length);
}

function eventOf(adapter: Adapter, event: UpstreamEvent): JsonValue {
  const { pool, lt, time } = event;
  const key = eventKey(event);
  const position = positionOf(lt);
  const reserves = reservesOf(event);
  const fields: JsonFields = {
    block: { blockNumber: position.block, blockTimestamp: Math.floor(time / 1000) },
    txnId: stableHex(key),
    txnIndex: position.transaction,
    eventIndex: position.event,
    maker: spelled(walletOf(event)),
    pairId: spelled(pool.address),
    ...(event.type === 'swap' ? swapFields(adapter, event, key) : liquidityFields(adapter, event, key)),
    reserves: reserves && {
      asset0: reserveText(adapter, event, reserves, 0),
      asset1: reserveText(adapter, event, reserves, 1),
    },
  };
  return event.type === 'swap' && event.defect ? damaged(adapter, event, fields, event.defect) : fields;
}

/** Names of a swap's amounts by dialect and index of the sold asset: what went in, then what came out. */
const amountNames = {
  standard: [
    ['asset0In', 'asset1Out'],
    ['asset1In', 'asset0Out'],
  ],
  stonfi: [
    ['amount0In', 'amount1Out'],
    ['amount1In', 'amount0Out'],
  ],
} as const;

function swapFields(adapter: Adapter, { swap, pool }: SwapEvent, key: string): JsonFields {
  const [nameIn, nameOut] = amountNames[adapter.dialect][swap.sold];
  const bought = swap.sold === 0 ? 1 : 0;
  const amount = (index: 0 | 1) =>
    amountValue(adapter, swap.amounts[index], pool.assets[index], `${index} ${key}`);
  return {
    eventType: 'swap',
    [nameIn]: amount(swap.sold),
    [nameOut]: amount(bought),
    priceNative: priceOf(adapter, swap.amounts, pool),
  };
}

function liquidityFields(adapter: Adapter, event: LiquidityEvent | IgnoredEvent, key: string): JsonFields {
  const { pool } = event;
  const isExit = event.type === 'liquidity' ? isRemoval(event) : stableIndex(`type ${key}`, 2) === 0;
  const amount = (index: 0 | 1) => amountValue(adapter, 1_000n, pool.assets[index], `${index} ${key}`);
  return { eventType: isExit ? 'exit' : 'join', amount0: amount(0), amount1: amount(1) };
}

/** A decimal in whole units: text with or without trailing zeros, or, in the standard dialect, a number. */
function amountValue(
  { market, dialect }: Adapter,
  units: bigint,
  address: RawAddress,
  key: string,
): JsonValue {
  const decimals = decimalsOf(market, address);
  const text = wholeUnits(units, decimals);
  switch (stableIndex(`amount ${key}`, 3)) {
    case 0:
      return paddedWholeUnits(units, decimals);
    case 1:
      return dialect === 'standard' ? (exactNumber(text) ?? text) : text;
    default:
      return text;
  }
}

/** A decimal in whole units, sometimes with more digits than the asset has decimals. */
function reserveText(
  { market }: Adapter,
  { pool, lt }: UpstreamEvent,
  reserves: Pair<bigint>,
  index: 0 | 1,
): string {
  const decimals = decimalsOf(market, pool.assets[index]);
  const units = reserves[index];
  if (stableIndex(`reserve ${index} ${pool.address} ${lt}`, 3) > 0) return wholeUnits(units, decimals);
  const padded = paddedWholeUnits(units, decimals);
  return decimals === 0 ? `${padded}.75` : `${padded}75`;
}

/** Units of asset 1 per unit of asset 0, as text that is never 0. */
function priceOf({ market }: Adapter, [amount0, amount1]: Pair<bigint>, { assets }: Pool): string {
  const [decimals0, decimals1] = assets.map((address) => decimalsOf(market, address));
  const scale = 50 + (decimals0 ?? 0) - (decimals1 ?? 0);
  const price = scale < 0 ? amount1 / amount0 : (amount1 * 10n ** BigInt(scale)) / amount0;
  return wholeUnits(price > 0n ? price : 1n, 50);
}

function damaged(
  { dialect, market }: Adapter,
  { swap, pool, lt }: SwapEvent,
  fields: JsonFields,
  defect: Defect,
): JsonFields {
  const [nameIn, nameOut] = amountNames[dialect][swap.sold];
  switch (defect) {
    case 'missing field':
      return { ...fields, [stablePick(`field ${lt}`, ['block', 'pairId', nameOut])]: undefined };
    case 'too many digits': {
      const decimals = decimalsOf(market, pool.assets[swap.sold]);
      return { ...fields, [nameIn]: `1.${'3'.repeat(decimals + 1)}` };
    }
    case 'unknown type':
      return { ...fields, eventType: 'flash_swap' };
    case 'zero amounts':
      return { ...fields, [nameIn]: '0', [nameOut]: 0 };
  }
}
