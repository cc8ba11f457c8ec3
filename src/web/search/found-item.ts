import * as z from 'zod/mini';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { rawAddress } from '#contract/address-schemas.ts';
import type { Amount } from '#contract/amount.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { fullCoinName } from '#contract/native-coin.ts';
import { sanitizeText } from '#contract/text.ts';
import type { JettonIdentity, ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import type { FoundPool } from './search-queries.ts';

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

/** Returns the path of the page of a result. */
export function foundPath({ address, poolAddress }: FoundItem): string {
  const path = `/jetton/${toUserFriendly(address)}`;
  return poolAddress === undefined ? path : `${path}/pool/${toUserFriendly(poolAddress)}`;
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
export function keyOf({ address, poolAddress }: FoundItem | RecentSearch): string {
  return poolAddress === undefined ? `jetton:${address}` : `pool:${poolAddress}`;
}

/** A search result that was opened. */
export interface RecentSearch {
  readonly address: string;
  /** Undefined for a jetton. */
  readonly poolAddress?: string | undefined;
  readonly title: string;
  readonly name: string;
}

interface RecentSearches {
  /** Latest first. */
  readonly recent: readonly RecentSearch[];
}

export const MAX_RECENT = 6;

const text = z.pipe(z.string(), z.transform(sanitizeText));
const search = z.object({
  address: rawAddress,
  poolAddress: z.optional(rawAddress),
  title: text,
  name: text,
});
const schema = z.object({ recent: z.array(z.unknown()) });

/** Returns the stored searches without invalid ones. */
function parseRecentSearches(stored: unknown): RecentSearches {
  const entries = z.safeParse(schema, stored).data?.recent ?? [];
  return { recent: entries.flatMap((entry) => z.safeParse(search, entry).data ?? []).slice(0, MAX_RECENT) };
}

/** Search results that were opened on this device. */
export const useRecentSearches = createPersistedStore<RecentSearches>(
  'jetscope.recent-searches',
  parseRecentSearches,
);

export function addRecentSearch({ address, poolAddress, title, name }: RecentSearch): void {
  const opened = { address, poolAddress, title, name };
  useRecentSearches.setState(({ recent }) => ({
    recent: [opened, ...recent.filter((search) => !isSame(search, opened))].slice(0, MAX_RECENT),
  }));
}

export function clearRecentSearches(): void {
  useRecentSearches.setState({ recent: [] });
}

function isSame(a: RecentSearch, b: RecentSearch): boolean {
  return a.address === b.address && a.poolAddress === b.poolAddress;
}
