import * as z from 'zod';
import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Dataset } from '#testing/oracle/dataset.ts';
import { type Defect, OVERSIZED_AMOUNT, type UpstreamEvent } from '#tools/upstream/event-book.ts';
import {
  digits,
  type Endpoint,
  parseInput,
  Rejection,
  type ServedEvents,
  type Source,
} from '#tools/upstream/source.ts';
import { decimalsOf, spelled, stablePick } from '#tools/upstream/values.ts';

const MAX_PAGE_SIZE = 100;
const page = z.object({
  page_size: digits.pipe(z.int().min(1)),
  after_lt: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
});

/** Serves both lists of pools and the trades of each pool of DeDust. */
export function dedustSource({ market, book, withDecimals }: ServedEvents): Source {
  const listOf =
    (describe: (asset: RawAddress) => unknown): Endpoint =>
    ({ headTime }) =>
      book.poolsAt(headTime).map(({ address, type, assets }) => {
        const events = book.ofPool(address, headTime);
        return {
          address: spelled(address),
          lt: String(tradesOf(events).at(-1)?.lt ?? 0n),
          type: dedustTypeOf(type),
          assets: assets.map(describe),
          reserves: events.findLast(({ reserves }) => reserves)?.reserves?.map(String),
        };
      });
  return {
    'GET /v2/pools': listOf((asset) => {
      return { ...typedAsset(asset), metadata: withDecimals ? metadataOf(market, asset) : null };
    }),
    'GET /v2/pools-lite': listOf((asset) => (asset === TON_ADDRESS ? 'native' : `jetton:${spelled(asset)}`)),
    'GET /v2/pools/{address}/trades': ({ id, query, now }) => {
      const pool = parseAddress(id);
      if (pool === undefined || !book.pools.has(pool)) throw new Rejection(404, 'Pool not found');
      const { page_size: size, after_lt: after } = parseInput(page, Object.fromEntries(query));
      const later = tradesOf(book.ofPool(pool, now)).filter(({ lt }) => lt > after);
      return later.slice(0, Math.min(size, MAX_PAGE_SIZE)).map(tradeInfo);
    },
  };
}

/** Returns the type that DeDust reports for a pool. */
export function dedustTypeOf(type: string | undefined): 'stable' | 'volatile' {
  return type === 'stable' ? 'stable' : 'volatile';
}

function typedAsset(asset: RawAddress) {
  return asset === TON_ADDRESS ? { type: 'native' } : { type: 'jetton', address: spelled(asset) };
}

function metadataOf(market: Dataset, asset: RawAddress) {
  const { name, symbol } = market.jettons.get(asset) ?? { name: 'Toncoin', symbol: 'TON' };
  return { name, symbol, image: null, decimals: decimalsOf(market, asset) };
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
