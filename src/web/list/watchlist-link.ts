import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { pagePaths } from '#contract/page-links.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import {
  createLink,
  listParameter,
  parameter,
  parseLink,
  parseQuery,
  type Query,
  stringifyQuery,
} from '#web/kit/device/link-state.ts';
import { cleanName } from '#web/kit/device/names.ts';
import { normalizeFilter, orderPart } from './list-filter.ts';
import { type Screen, tableParts } from './list-state.ts';

export const WATCHLIST_PATH = pagePaths.watchlist;

/** Maximum number of addresses in a link. Every 100 addresses cost one request. */
export const MAX_SHARED = 1000;

/** A screen whose rows may be in the order of the list. */
export interface WatchlistScreen extends Screen {
  readonly isByHand: boolean;
}

interface LinkState extends Omit<WatchlistScreen, 'filter' | 'minimum'> {
  readonly address: readonly string[];
  readonly name: string | undefined;
  readonly order: Pick<JettonListFilterInput, 'sort' | 'order'>;
}

const link = createLink<LinkState>({
  address: listParameter('address', parseAddress, MAX_SHARED, toUserFriendly),
  name: parameter<string | undefined>('name', cleanName, undefined),
  order: orderPart,
  isByHand: parameter(
    'by',
    (text) => (text === 'hand' ? true : undefined),
    false,
    () => 'hand',
  ),
  ...tableParts,
});

export interface ParsedWatchlist {
  /** Sort order, columns, their widths, period and currency. A watchlist has no filters. */
  readonly screen: WatchlistScreen;
  /** Raw addresses of the list in the link. Absent: the watchlist of this device. */
  readonly shared?: readonly string[];
  /** The name of that list. */
  readonly sharedName?: string | undefined;
  /** Names of unknown or invalid parameters. */
  readonly ignored: readonly string[];
}

/**
 * Parses a link to a watchlist. Addresses are in the query. More than 100 addresses are in the fragment, which is not sent,
 * because many servers reject URLs of that length.
 */
export function parseWatchlist(query: Readonly<Query>, hash: string): ParsedWatchlist {
  const texts = [query.address ?? [], parseQuery(hash).address ?? []].flat();
  const { state, ignored } = parseLink(link, { ...query, address: texts });
  const { address, name, order, ...table } = state;
  return {
    screen: { ...table, filter: normalizeFilter({ ...order, excludeScam: false }) },
    ...(texts.length === 0 ? {} : { shared: address, sharedName: name }),
    ignored,
  };
}

export interface WatchlistLink {
  readonly search: Query;
  readonly hash: string;
}

/** Returns the link to a watchlist. Inverse of `parseWatchlist`. */
export function watchlistLink(
  screen: WatchlistScreen,
  addresses: readonly string[] = [],
  name?: string,
): WatchlistLink {
  const { sort, order } = screen.filter;
  const { address = [], ...query } = link.serialize({
    ...screen,
    address: addresses,
    name: addresses.length > 0 ? name : undefined,
    order: { sort, order },
  });
  if (address.length > MAX_ADDRESSES) return { search: query, hash: stringifyQuery({ address }).slice(1) };
  return { search: address.length === 0 ? query : { address, ...query }, hash: '' };
}

/** Returns the path, query and fragment of a link to a watchlist. */
export function watchlistPath(screen: WatchlistScreen, addresses: readonly string[], name?: string): string {
  const { search, hash } = watchlistLink(screen, addresses, name);
  return `${WATCHLIST_PATH}${stringifyQuery(search)}${hash && `#${hash}`}`;
}
