import { TON_ADDRESS } from '#contract/address.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { Market, MarketLiquidity } from '#contract/market.ts';
import type { NativeCoin } from '#contract/native-coin.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import { InvalidValueError, NotFoundError } from '#contract/request-errors.ts';
import { type Caller, SerializedJson, type Service } from '#service/config/context.ts';
import { readCursor, writeCursor } from '#service/store/cursor.ts';
import { addressBookOf } from './address-book.ts';
import { jsonObject } from './json-object.ts';
import { queryMarketStatistics } from './market-activity.ts';
import { type LiquidityRow, queryMarketLiquidity } from './market-liquidity.ts';
import { type MarketRow, marketCursorKeyTypes, queryMarkets } from './markets.ts';
import { optional, optionalAmount } from './optional.ts';
import { withCalculatedAt } from './period-sets.ts';
import { jettonMapOf, nativeMeta, shortMeta } from './short-meta.ts';

/** Operation 12. */
export async function getJettonMarkets(
  { store, config }: Service,
  { limit, cursor, ...list }: InputOf<Operations['getJettonMarkets']>,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonMarkets']>> {
  const { address, exchangeId } = list;
  if (exchangeId !== undefined && !config.exchanges.includes(exchangeId))
    throw new InvalidValueError(exchangeId);
  const after = readCursor(list, marketCursorKeyTypes, cursor);
  const rows = await queryMarkets(store.db, { ...list, limit: limit + 1 }, after);
  if (!rows) throw new NotFoundError(address);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const counterparts = page.map((row) => counterpartOf(row, config.nativeCoin, caller));
  return {
    markets: page.map(marketOf),
    addressBook: addressBookOf([
      ...page.map(({ poolAddress }) => poolAddress),
      ...counterparts.map((counterpart) => counterpart.address),
    ]),
    jettons: jettonMapOf(counterparts),
    next: last && writeCursor(list, [last.liquidityUsd, last.poolAddress]),
  };
}

function counterpartOf(row: MarketRow, coin: NativeCoin, caller: Caller): ShortJettonMeta {
  if (row.counterpart === null) return nativeMeta(coin);
  return shortMeta(
    {
      address: row.counterpart,
      name: row.counterpartName ?? '',
      symbol: row.counterpartSymbol ?? '',
      decimals: row.counterpartDecimals ?? 0,
      image: row.counterpartImage,
    },
    caller,
  );
}

function marketOf(row: MarketRow): Market {
  return {
    counterpart: row.counterpart ?? TON_ADDRESS,
    exchangeId: row.exchangeId,
    poolAddress: row.poolAddress,
    type: row.type,
    createdAt: optional(row.createdAt),
    liquidity: liquidityOf(row),
    price: {
      counterpart: optionalAmount(row.priceCounterpart),
      ton: optionalAmount(row.priceTon),
      usd: optionalAmount(row.priceUsd),
      changedAt: optional(row.priceChangedAt),
    },
    lastTransactionAt: optional(row.lastTransactionAt),
  };
}

function liquidityOf(row: LiquidityRow): MarketLiquidity {
  return {
    asset: optionalAmount(row.liquidityAsset),
    counterpart: optionalAmount(row.liquidityCounterpart),
    ton: optionalAmount(row.liquidityTon),
    usd: optionalAmount(row.liquidityUsd),
    changedAt: optional(row.liquidityChangedAt),
  };
}

/** Operation 13. */
export async function getJettonMarketLiquidity(
  { store }: Service,
  { address, poolAddress }: InputOf<Operations['getJettonMarketLiquidity']>,
): Promise<ResponseOf<Operations['getJettonMarketLiquidity']>> {
  const row = await queryMarketLiquidity(store.db, address, poolAddress);
  if (!row) throw new NotFoundError(poolAddress);
  return liquidityOf(row);
}

/** Operation 14. */
export async function getJettonMarketStatistics(
  { store, clock }: Service,
  { address, poolAddress }: InputOf<Operations['getJettonMarketStatistics']>,
): Promise<SerializedJson> {
  const row = await queryMarketStatistics(store.db, address, poolAddress);
  if (!row) throw new NotFoundError(poolAddress);
  const json = jsonObject({
    priceChange: jsonObject({ counterpart: row.prices }),
    traders: row.traders,
    transactions: row.transactions,
    volume: jsonObject({ usd: jsonObject({ day: row.volumeDay }) }),
  });
  return new SerializedJson(withCalculatedAt(json, row.calculatedAt, clock.now()));
}
