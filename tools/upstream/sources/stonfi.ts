import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Pair, Pool } from '#testing/oracle/dataset.ts';
import {
  type Defect,
  type EventBook,
  eventKey,
  isRemoval,
  OVERSIZED_AMOUNT,
  reservesOf,
  type UpstreamEvent,
  walletOf,
} from '#tools/upstream/event-book.ts';
import { parseAsset, spelled, tonOfPool } from '#tools/upstream/spelling.ts';
import { inventedAddress, stableHex, stableIndex, stablePick } from '#tools/upstream/stable-hash.ts';
import { decimalsOf, type UpstreamMarket } from '#tools/upstream/upstream-market.ts';
import type { JsonFields, JsonValue } from './json-value.ts';
import { failure, type Reply, type Source, type SourceRequest, success, unknownPath } from './source.ts';

/** Serves `/v1/stats/operations`, `/v1/assets` and `/v1/pools` of STON.fi. */
export function stonfiSource(market: UpstreamMarket, book: EventBook): Source {
  requireSafeLts(book);
  return (request) => {
    const [version, first, second, ...others] = request.path;
    if (request.method !== 'GET' || version !== 'v1' || others.length > 0) return unknownPath;
    if (first === 'stats' && second === 'operations') return operations(market, book, request);
    if (first === 'assets' && second === undefined) return assets(market, book);
    if (first === 'assets' && second !== undefined) return asset(market, book, second);
    if (first === 'pools' && second === undefined) return pools(book, request);
    return unknownPath;
  };
}

/** `pool_tx_lt` is a number. */
function requireSafeLts({ events }: EventBook): void {
  const unsafe = events.find(({ lt }) => lt > BigInt(Number.MAX_SAFE_INTEGER));
  if (unsafe)
    throw new RangeError(`STON.fi cannot express lt ${unsafe.lt}; use feedMarket for generated markets`);
}

function operations(market: UpstreamMarket, book: EventBook, request: SourceRequest): Reply {
  const route = 'stonfi/v1/stats/operations';
  const since = parseSeconds(request.query.get('since'));
  const until = parseSeconds(request.query.get('until'));
  if (since === undefined || until === undefined) return failure(route, 400, 'since and until are required');
  // Clients must not rely on either end: here both are included.
  const visible = book.eventsBetween(since, until).filter(({ visibleAt }) => visibleAt <= request.now);
  const rows = visible.map((event) => operationInfo(market, event));
  return success(route, { operations: request.disturb(rows) }, rows.length);
}

/** Parses `YYYY-MM-DDTHH:MM:SS`, in UTC. Returns milliseconds. */
function parseSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : undefined;
}

function operationInfo(market: UpstreamMarket, event: UpstreamEvent): JsonValue {
  const [asset0, asset1] = event.pool.assets;
  const operation = operationOf(event);
  return {
    operation: event.type === 'swap' && event.defect ? damaged(operation, event.defect, event.lt) : operation,
    asset0_info: assetInfo(market, assetOfPool(event.pool, asset0)),
    asset1_info: assetInfo(market, assetOfPool(event.pool, asset1)),
  };
}

function operationOf(event: UpstreamEvent): JsonFields {
  const { pool, lt, time } = event;
  const key = eventKey(event);
  const assets = pool.assets.map((asset) => spelled(assetOfPool(pool, asset)));
  const { fields, reserves = reservesOf(event) } = describeOperation(event, key);
  const [amount0, amount1] = amountsOf(event);
  return {
    pool_tx_hash: stableHex(key),
    pool_address: spelled(pool.address),
    router_address: spelled(inventedAddress(`router ${stableIndex(pool.address, 3)}`)),
    pool_tx_lt: Number(lt),
    pool_tx_timestamp: formatTime(time, key),
    destination_wallet_address: spelled(inventedAddress(`destination ${key}`)),
    asset0_address: assets[0],
    asset0_amount: String(amount0),
    // The change of the pool's balance, after fees: not what the trader paid or received.
    asset0_delta: String(amount0 - amount0 / 1000n),
    asset0_reserve: reserves && String(reserves[0]),
    asset1_address: assets[1],
    asset1_amount: String(amount1),
    asset1_delta: String(amount1 - amount1 / 1000n),
    asset1_reserve: reserves && String(reserves[1]),
    lp_token_delta: '0',
    lp_token_supply: '1000000000',
    fee_asset_address: assets[amount0 < 0n ? 0 : 1],
    lp_fee_amount: '2',
    protocol_fee_amount: '1',
    referral_fee_amount: '0',
    wallet_address: spelled(walletOf(event)),
    wallet_tx_lt: String(lt - 1n),
    wallet_tx_hash: stableHex(`wallet ${key}`),
    wallet_tx_timestamp: formatTime(time, key),
    ...fields,
  };
}

interface Description {
  readonly fields: JsonFields;
  /** Reserves that differ from those of the event. */
  readonly reserves?: Pair<bigint>;
}

/** Reserves of failed operations do not count. */
const MISLEADING_RESERVES: Pair<bigint> = [1n, 1n];

function describeOperation(event: UpstreamEvent, key: string): Description {
  if (event.type === 'liquidity') {
    const [type, exitCode] = isRemoval(event)
      ? ['withdraw_liquidity', 'burn_ok']
      : ['add_liquidity', 'add_liquidity_ok'];
    return { fields: { operation_type: type, success: true, exit_code: exitCode } };
  }
  if (event.type === 'swap') {
    const hasReferral = stableIndex(`referral ${key}`, 3) === 0;
    const referral = hasReferral ? { referral_address: spelled(inventedAddress('referrer')) } : {};
    const exitCode = hasReferral ? 'swap_ok_ref' : 'swap_ok';
    return { fields: { operation_type: 'swap', success: true, exit_code: exitCode, ...referral } };
  }
  return stablePick<Description>(`ignored ${key}`, [
    {
      fields: { operation_type: 'swap', success: false, exit_code: 'swap_refund_slippage' },
      reserves: MISLEADING_RESERVES,
    },
    {
      fields: { operation_type: 'withdraw_liquidity', success: false, exit_code: 'bounced' },
      reserves: MISLEADING_RESERVES,
    },
    { fields: { operation_type: 'swap', success: true, exit_code: 'swap_refund_no_liq' } },
    { fields: { operation_type: 'send_liquidity', success: true, exit_code: 'provide_liquidity_ok' } },
    { fields: { operation_type: 'refund_liquidity', success: true, exit_code: 'refund_ok' } },
    { fields: { operation_type: 'set_fees', success: true, exit_code: 'set_fees_ok' } },
    { fields: { operation_type: 'collect_fees', success: true, exit_code: 'collect_fees_ok' } },
    { fields: { operation_type: 'reset_gas', success: true, exit_code: 'reset_gas_ok' } },
  ]);
}

/** Base units, positive into the pool and negative out of it. */
function amountsOf(event: UpstreamEvent): Pair<bigint> {
  if (event.type === 'liquidity') return isRemoval(event) ? [-1_000n, -1_000n] : [1_000n, 1_000n];
  const { amounts, sold } = event.swap;
  return sold === 0 ? [amounts[0], -amounts[1]] : [-amounts[0], amounts[1]];
}

/** RFC 3339, sometimes without the zone, which is UTC. */
function formatTime(time: number, key: string): string {
  const iso = new Date(time).toISOString();
  const withoutZone = time % 1000 === 0 ? iso.slice(0, 19) : iso.slice(0, -1);
  return withoutZone + stablePick(`zone ${key}`, ['Z', '', '+00:00']);
}

function damaged(operation: JsonFields, defect: Defect, lt: bigint): JsonFields {
  switch (defect) {
    case 'missing field': {
      const field = stablePick(`field ${lt}`, ['asset1_amount', 'pool_tx_lt', 'pool_tx_timestamp']);
      return { ...operation, [field]: undefined };
    }
    case 'too many digits':
      return { ...operation, asset0_amount: OVERSIZED_AMOUNT };
    case 'unknown type':
      return { ...operation, operation_type: 'flash_swap' };
    case 'zero amounts':
      return { ...operation, asset0_amount: '0', asset1_amount: '0' };
  }
}

/** Returns the address under which a pool holds an asset: that of a wrapped coin for some pools with TON. */
function assetOfPool(pool: Pool, asset: RawAddress): RawAddress {
  return asset === TON_ADDRESS ? tonOfPool(pool.address) : asset;
}

function assets(market: UpstreamMarket, book: EventBook): Reply {
  const list = [...listedAssets(book)].map((address) => assetInfo(market, address));
  return success('stonfi/v1/assets', { asset_list: list });
}

function asset(market: UpstreamMarket, book: EventBook, text: string): Reply {
  const route = 'stonfi/v1/assets/{address}';
  const address = parseAsset(text);
  const listed = [...listedAssets(book)].find((candidate) => parseAsset(candidate) === address);
  if (listed === undefined) return failure(route, 404, 'Asset not found');
  return success(route, { asset: assetInfo(market, listed) });
}

/** Returns the addresses of the assets of all pools. */
function listedAssets({ pools: all }: EventBook): Set<RawAddress> {
  return new Set([...all.values()].flatMap((pool) => pool.assets.map((item) => assetOfPool(pool, item))));
}

function assetInfo(market: UpstreamMarket, address: RawAddress): JsonValue {
  const resolved = parseAsset(address) ?? address;
  const jetton = market.jettons.get(resolved);
  const isTon = resolved === TON_ADDRESS;
  const isScam = jetton?.verification === 'JVS_SCAM';
  return {
    contract_address: spelled(address),
    kind: isTon ? (address === TON_ADDRESS ? 'Ton' : 'Wton') : 'Jetton',
    // The native coin was renamed in 2026, and responses of one source contain both names.
    symbol: isTon ? stablePick(address, ['GRAM', 'TON', 'pTON']) : (jetton?.symbol ?? ''),
    display_name: isTon ? 'Gram' : jetton?.name || null,
    image_url: jetton?.image ?? null,
    decimals: decimalsOf(market, resolved),
    blacklisted: isScam,
    community: !isTon,
    deprecated: false,
    default_symbol: isTon,
    taxable: false,
    priority: 0,
    tags: isTon ? ['asset:essential', 'asset:liquidity:very_high'] : isScam ? ['asset:blacklisted'] : [],
    dex_price_usd: null,
    third_party_price_usd: null,
  };
}

function pools(book: EventBook, request: SourceRequest): Reply {
  const withV2 = request.query.get('dex_v2') !== 'false';
  const listed = book.poolsAt(request.now).filter((pool) => withV2 || stableIndex(pool.address, 3) === 0);
  const rows = listed.map((pool) => {
    const reserves = book.reservesAt(pool.address, request.now);
    const [asset0, asset1] = pool.assets;
    return {
      address: spelled(pool.address),
      router_address: spelled(inventedAddress(`router ${stableIndex(pool.address, 3)}`)),
      token0_address: spelled(assetOfPool(pool, asset0)),
      token1_address: spelled(assetOfPool(pool, asset1)),
      reserve0: reserves && String(reserves[0]),
      reserve1: reserves && String(reserves[1]),
      deprecated: false,
      lp_fee: '20',
      protocol_fee: '10',
      ref_fee: '10',
      protocol_fee_address: spelled(inventedAddress('fees')),
      collected_token0_protocol_fee: '0',
      collected_token1_protocol_fee: '0',
      lp_total_supply: '1000000000',
      lp_total_supply_usd: null,
      lp_price_usd: null,
      volume_24h_usd: null,
    };
  });
  return success('stonfi/v1/pools', { pool_list: request.disturb(rows) });
}
