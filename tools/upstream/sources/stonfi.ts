import * as z from 'zod';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Dataset, Pair } from '#testing/oracle/read-dataset.ts';
import { type Defect, OVERSIZED_AMOUNT, type UpstreamEvent } from '#tools/upstream/event-book.ts';
import { parseInput, Rejection, type ServedEvents, type Source } from '#tools/upstream/source.ts';
import {
  assetOfPool,
  decimalsOf,
  parseAsset,
  spelled,
  stableHex,
  stablePick,
} from '#tools/upstream/values.ts';

const time = z.iso.datetime({ local: true, precision: 0 }).transform((text) => Date.parse(`${text}Z`));
const period = z.object({ since: time, until: time });

/** Serves operations and assets of STON.fi. Throws RangeError if an lt is too large for a number. */
export function stonfiSource({ market, book }: ServedEvents): Source {
  const unsafe = book.events.find(({ lt }) => lt > BigInt(Number.MAX_SAFE_INTEGER));
  if (unsafe) throw new RangeError(`STON.fi cannot express lt ${unsafe.lt}; use feedMarket`);
  const assets = new Set([...book.pools.values()].flatMap((pool) => pool.assets));
  return {
    'GET /v1/stats/operations': ({ query, now }) => {
      // Clients must not rely on either end: here both are included.
      const { since, until } = parseInput(period, Object.fromEntries(query));
      return { operations: book.between(since, until, now).map((event) => operationInfo(market, event)) };
    },
    'GET /v1/routers': () => ({
      router_list: Array.from(routerTypes.values(), (type) => ({
        address: spelled(routerOf(type)),
        major_version: 2,
        minor_version: 1,
        pton_master_address: spelled(`0:${stableHex('pTON')}`),
        router_type: type,
      })),
    }),
    'GET /v1/assets/{address}': ({ id }) => {
      const address = parseAsset(id);
      if (address === undefined || !assets.has(address)) throw new Rejection(404, 'Asset not found');
      return { asset: assetInfo(market, address) };
    },
  };
}

/** Types of routers by the type of the market. */
const routerTypes: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, 'ConstantProduct'],
  ['JTN_MRKT_WEIGHTED', 'WeightedConstProduct'],
  ['JTN_MRKT_STABLE', 'StableSwap'],
  ['JTN_MRKT_WEIGHTED_STABLE', 'WeightedStableSwap'],
]);

/** Returns the type of a STON.fi pool; undefined for constant product. */
export function stonfiTypeOf(type: string | undefined): string | undefined {
  if (type === 'stable') return 'JTN_MRKT_STABLE';
  return routerTypes.has(type) ? type : undefined;
}

function routerOf(routerType = ''): RawAddress {
  return `0:${stableHex(`router ${routerType}`)}`;
}

function operationInfo(market: Dataset, event: UpstreamEvent) {
  const { pool, lt, key, defect } = event;
  const [asset0, asset1] = [assetOfPool(pool, 0), assetOfPool(pool, 1)];
  const [type, success, exitCode] = outcomeOf(event);
  const [amount0, amount1] = signedAmounts(event);
  // Reserves of failed operations do not count.
  const reserves = success ? event.reserves : ([1n, 1n] as const);
  const operation = {
    pool_tx_hash: event.hash ?? '',
    pool_address: spelled(pool.address),
    router_address: spelled(routerOf(routerTypes.get(stonfiTypeOf(pool.type)))),
    pool_tx_lt: Number(lt),
    pool_tx_timestamp: timeText(event),
    asset0_address: spelled(asset0),
    asset0_amount: String(amount0),
    asset0_reserve: reserves && String(reserves[0]),
    asset1_address: spelled(asset1),
    asset1_amount: String(amount1),
    asset1_reserve: reserves && String(reserves[1]),
    fee_asset_address: spelled(event.sold === 0 ? asset1 : asset0),
    wallet_address: spelled(event.wallet),
    wallet_tx_lt: String(lt - 1n),
    operation_type: type,
    success,
    exit_code: exitCode,
  };
  return {
    operation: { ...operation, ...(defect && defectsOf(key)[defect]) },
    asset0_info: assetInfo(market, asset0),
    asset1_info: assetInfo(market, asset1),
  };
}

/** Positive into the pool, negative out of it. */
function signedAmounts({ type, sold, amounts: [amount0, amount1] }: UpstreamEvent): Pair<bigint> {
  if (type === 'liquidity') return sold === 0 ? [amount0, amount1] : [-amount0, -amount1];
  return sold === 0 ? [amount0, -amount1] : [-amount0, amount1];
}

function defectsOf(key: string): Record<Defect, object> {
  const missing = stablePick(key, ['asset1_amount', 'pool_tx_lt', 'pool_tx_timestamp']);
  return {
    'missing field': { [missing]: undefined },
    'wrong type': { wallet_address: [] },
    'too many digits': { asset0_amount: OVERSIZED_AMOUNT },
    'unknown type': { operation_type: 'flash_swap' },
    'zero amounts': { asset0_amount: '0', asset1_amount: '0' },
  };
}

type Outcome = readonly [type: string, success: boolean, exitCode: string];

const swapped: Outcome = ['swap', true, 'swap_ok'];
const swappedForReferrer: Outcome = ['swap', true, 'swap_ok_ref'];
const added: Outcome = ['add_liquidity', true, 'add_liquidity_ok'];
const removed: Outcome = ['withdraw_liquidity', true, 'burn_ok'];

function outcomeOf({ type, key, sold }: UpstreamEvent): Outcome {
  if (type === 'liquidity') return sold === 0 ? added : removed;
  if (type === 'swap') return stablePick(`referral ${key}`, [swapped, swappedForReferrer]);
  return stablePick<Outcome>(`ignored ${key}`, [
    ['swap', false, 'swap_refund_slippage'],
    ['withdraw_liquidity', false, 'bounced'],
    ['swap', true, 'swap_refund_no_liq'],
    ['refund_liquidity', true, 'refund_ok'],
    ['collect_fees', true, 'collect_fees_ok'],
  ]);
}

/** RFC 3339, sometimes without the zone, which is UTC. */
function timeText({ time, key }: UpstreamEvent): string {
  return new Date(time).toISOString().slice(0, 19) + stablePick(`zone ${key}`, ['Z', '', '+00:00']);
}

/** Describes an asset; TON is native or one of the wrapped coins. */
function assetInfo(market: Dataset, address: RawAddress) {
  const resolved = parseAsset(address) ?? address;
  // The native coin was renamed in 2026, and responses of one source contain both names.
  const ton = { name: 'Gram', symbol: stablePick(address, ['GRAM', 'TON', 'pTON']), verification: '' };
  const { name, symbol, verification } = market.jettons.get(resolved) ?? ton;
  const kindOfTon = address === TON_ADDRESS ? 'Ton' : 'Wton';
  return {
    contract_address: spelled(address),
    kind: resolved === TON_ADDRESS ? kindOfTon : 'Jetton',
    symbol,
    display_name: name || null,
    image_url: null,
    decimals: decimalsOf(market, resolved),
    blacklisted: verification === 'JVS_SCAM',
    tags: resolved === TON_ADDRESS ? ['asset:essential'] : [],
  };
}
