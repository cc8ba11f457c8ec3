import * as z from 'zod';
import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Pool } from '#testing/oracle/read-dataset.ts';
import { type Defect, OVERSIZED_AMOUNT, type UpstreamEvent } from '#tools/upstream/event-book.ts';
import {
  digits,
  jsonText,
  parseInput,
  Rejection,
  rawAddress,
  type ServedEvents,
  type Source,
} from '#tools/upstream/source.ts';
import { decimalsOf, spelled, stableFraction, stableHex, stablePick } from '#tools/upstream/values.ts';

const MAX_PAGE_SIZE = 100;
const WRONG_LT = '9000000000000000000';
/** Feeds stop at more than 5 % of invalid events. */
const MIN_TRADES_WITH_WRONG = 20;
const DAY_MS = 86_400_000;
/** Nested pools of a row. */
const MAX_POOLS_OF_ROW = 100;
/** Share of the rows that also have a pool of another exchange. */
const SHARE_WITH_OTHERS = 0.3;
const page = z.object({
  page_size: digits.pipe(z.int().min(1)),
  after_lt: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt)
    .optional(),
});
const list = jsonText.pipe(
  z.object({
    offset: z.int().min(0),
    limit: z.int().min(1).max(MAX_PAGE_SIZE),
    sort_by: z.literal('volume_24h'),
    sort_direction: z.literal('desc'),
    pool_addresses: z.array(rawAddress).optional(),
  }),
);

/** Serves the list of pools and the trades of each pool of DeDust. */
export function dedustSource(served: ServedEvents): Source {
  const { book } = served;
  return {
    'GET /v2/pools/{address}/trades': ({ id, query, now, hasWrongHead }) => {
      const pool = parseAddress(id);
      if (pool === undefined || !book.pools.has(pool)) throw new Rejection(404, 'Pool not found');
      const { page_size: size, after_lt: after } = parseInput(page, Object.fromEntries(query));
      const trades = tradesOf(book.ofPool(pool, now));
      const limit = Math.min(size, MAX_PAGE_SIZE);
      const isLatest = after === undefined;
      const found = isLatest ? trades.slice(-limit) : trades.filter(({ lt }) => lt > after).slice(0, limit);
      const served = found.map(tradeInfo);
      const hasWrongLt = hasWrongHead && served.length >= MIN_TRADES_WITH_WRONG;
      const wrong = hasWrongLt ? served.slice(-1).map((trade) => ({ ...trade, lt: WRONG_LT })) : [];
      return [...served, ...wrong];
    },
    'POST /v4/api/get_pools': ({ body, headTime }) => {
      const { offset, limit, pool_addresses: requested } = parseInput(list, body);
      const isRequested = ({ address }: Pool) => requested?.includes(address) ?? true;
      const rows = rowsOf(book.poolsAt(headTime).filter(isRequested), served, headTime);
      const pageRows = rows.slice(offset, offset + limit);
      const assets = new Set(pageRows.flatMap((row) => row.pools.flatMap((pool) => pool.assets)));
      return {
        total_count: rows.length,
        pool_rows: pageRows,
        assets_metadata: Object.fromEntries(
          Array.from(assets, (asset) => [asset, listedMetadata(served, asset)] as const),
        ),
      };
    },
  };
}

/** Groups pools by pair, those with the highest volume first, and adds pools of other exchanges to some pairs. */
function rowsOf(pools: readonly Pool[], { book }: ServedEvents, time: number) {
  const entries = pools.map((pool) => listedPool(pool, book.ofPool(pool.address, time), time));
  const byPair = new Map<string, ReturnType<typeof listedPool>[]>();
  for (const entry of entries) {
    const pair = entry.assets.join();
    byPair.set(pair, [...(byPair.get(pair) ?? []), entry]);
  }
  const rows = Array.from(byPair, ([pair, own]) => {
    const hasOthers = stableFraction(`others ${pair}`) < SHARE_WITH_OTHERS;
    const volume = own.reduce((sum, pool) => sum + Number(pool.volume_24h_usd), 0);
    return {
      assets: pair.split(','),
      pools: [...(hasOthers ? own.slice(0, 1).map(foreignPool) : []), ...own],
      pools_limit: MAX_POOLS_OF_ROW,
      pools_offset: 0,
      total_pools: own.length + (hasOthers ? 1 : 0),
      tvl_usd: '0',
      volume_24h_usd: String(volume),
    };
  });
  return rows.toSorted((a, b) => Number(b.volume_24h_usd) - Number(a.volume_24h_usd));
}

/** Every trade counts as a volume of one dollar. */
function listedPool({ address, type, assets }: Pool, events: readonly UpstreamEvent[], time: number) {
  const trades = events.filter((event) => event.type === 'swap');
  const last = events.findLast((event) => event.type !== 'ignored');
  return {
    address: spelled(address),
    dex: stablePick(`dex ${address}`, ['dedust', 'dedust_v2']),
    type: dedustTypeOf(type) === 'stable' ? 'stable' : stablePick(`cpmm ${address}`, ['cpmm_v1', 'cpmm_v2']),
    assets: assets.map(listedAsset),
    reserves: events.findLast(({ reserves }) => reserves)?.reserves?.map(String),
    trade_fee: '25',
    last_activity_at: last === undefined ? null : new Date(last.time).toISOString(),
    tvl_usd: '0',
    volume_24h_usd: String(trades.filter((event) => event.time > time - DAY_MS).length),
  };
}

function foreignPool(own: ReturnType<typeof listedPool>): ReturnType<typeof listedPool> {
  return { ...own, address: `0:${stableHex(`other ${own.address}`)}`, dex: 'stonfi_v2' };
}

function listedAsset(asset: RawAddress): string {
  return asset === TON_ADDRESS ? 'native' : `jetton:${spelled(asset)}`;
}

function listedMetadata({ market, withDecimals }: ServedEvents, asset: string) {
  const address = asset === 'native' ? TON_ADDRESS : parseAddress(asset.slice('jetton:'.length));
  if (address === undefined) throw new RangeError(`${asset} is not an asset`);
  const { name, symbol } = market.jettons.get(address) ?? { name: 'Toncoin', symbol: 'TON' };
  return {
    decimals: withDecimals ? decimalsOf(market, address) : undefined,
    description: '',
    image_url: '',
    name,
    ticker: symbol,
    usd_price: '0',
  };
}

/** Returns the type that DeDust reports for a pool. */
export function dedustTypeOf(type: string | undefined): 'stable' | 'volatile' {
  return type === 'stable' ? 'stable' : 'volatile';
}

function typedAsset(asset: RawAddress) {
  return asset === TON_ADDRESS ? { type: 'native' } : { type: 'jetton', address: spelled(asset) };
}

/** Returns the swaps by lt. */
function tradesOf(events: readonly UpstreamEvent[]): UpstreamEvent[] {
  return events.filter(({ type }) => type === 'swap').toSorted((a, b) => Number(a.lt - b.lt));
}

function tradeInfo({ pool, lt, time, key, wallet, sold, amounts, defect }: UpstreamEvent) {
  const bought = sold === 0 ? 1 : 0;
  const trade = {
    sender: spelled(wallet),
    assetIn: typedAsset(pool.assets[sold]),
    assetOut: typedAsset(pool.assets[bought]),
    amountIn: String(amounts[sold]),
    amountOut: String(amounts[bought]),
    lt: String(lt),
    createdAt: new Date(time).toISOString(),
  };
  return { ...trade, ...(defect && defectsOf(key)[defect]) };
}

/** Never of the lt: it is the cursor. */
function defectsOf(key: string): Record<Defect, object> {
  return {
    'missing field': { [stablePick(key, ['amountOut', 'assetOut', 'createdAt'])]: undefined },
    'wrong type': { sender: [] },
    'too many digits': { amountIn: OVERSIZED_AMOUNT },
    'unknown type': { assetIn: { type: 'extra_currency', id: 100 } },
    'zero amounts': { amountIn: '0', amountOut: '0' },
  };
}
