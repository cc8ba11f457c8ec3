import { TON_ADDRESS } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { fullCoinName } from '#contract/native-coin.ts';
import type { JettonIdentity, ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import type { RecentSearch } from './recent-searches.ts';
import type { FoundPool } from './search-pools.ts';

/** A search result: a jetton, or a pool of it. */
export interface FoundItem {
  readonly address: string;
  /** Undefined for a jetton. */
  readonly poolAddress: string | undefined;
  /** The symbol of the jetton or the pair of the pool. */
  readonly title: string;
  /** The name of the jetton or the exchange of the pool. */
  readonly name: string;
  /** The record of the jetton. Undefined for the coin, and while recent searches load. */
  readonly jetton: ListedJetton | undefined;
  /** The quote of a pool, if it is a jetton. */
  readonly quote?: JettonIdentity | undefined;
  /** In USD. */
  readonly price: Amount | undefined;
  /** In USD. */
  readonly liquidity: Amount | undefined;
}

export function foundJetton(jetton: ListedJetton): FoundItem {
  const { address, symbol, name } = jetton.identity;
  const { priceUsd: price, liquidityUsd: liquidity } = jetton;
  return { address, poolAddress: undefined, title: symbol, name, jetton, price, liquidity };
}

export function foundPool({ jetton, market, quote, quoteSymbol }: FoundPool): FoundItem {
  const { address, symbol } = jetton.identity;
  return {
    address,
    poolAddress: market.poolAddress,
    title: `${symbol} / ${quoteSymbol}`,
    name: exchangeName(market.exchangeId),
    jetton,
    quote,
    price: market.price.usd,
    liquidity: market.liquidity.usd,
  };
}

/** The native coin, which has a page but is not in the list. Its price is loaded with the results. */
export const foundCoin: FoundItem = {
  address: TON_ADDRESS,
  poolAddress: undefined,
  title: nativeCoin.symbol,
  name: fullCoinName(nativeCoin),
  jetton: undefined,
  price: undefined,
  liquidity: undefined,
};

/** Returns the result of a recent search, with current values if it is a jetton. Those of pools are not loaded. */
export function foundRecently(recent: RecentSearch, jetton: ListedJetton | undefined): FoundItem {
  if (recent.poolAddress === undefined && jetton) return foundJetton(jetton);
  const { address, poolAddress, title, name } = recent;
  return { address, poolAddress, title, name, jetton, price: undefined, liquidity: undefined };
}

/** Returns a key that is unique in a list of results. */
export function keyOf({ address, poolAddress }: FoundItem): string {
  return poolAddress === undefined ? `jetton:${address}` : `pool:${poolAddress}`;
}
