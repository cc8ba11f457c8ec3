import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { pagePaths } from '#contract/page-paths.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { parseQuery, type Query, stringifyQuery } from './query-string.ts';
import { parseScreen, serializeScreen } from './screen.ts';

export const WATCHLIST_PATH = pagePaths.watchlist;

/** A link may ask for no more: each hundred is a request of its own. */
export const MAX_SHARED = 1000;

export interface ParsedWatchlist {
  /** Order, columns, period and currency; a watchlist hides nothing. */
  readonly screen: Screen;
  /** Raw addresses of the list in the link; absent: the device's own list is meant. */
  readonly shared?: readonly string[];
  /** Names of what the link says and the page does not understand. */
  readonly ignored: readonly string[];
}

/**
 * Reads a link to a watchlist. Addresses stand in the query; of more than a hundred, behind the number sign, which is
 * not sent: many servers refuse lines of that length.
 */
export function parseWatchlist(query: Readonly<Query>, hash: string): ParsedWatchlist {
  const { address, sort, order, columns, period, currency, ...rest } = query;
  const said = Object.entries({ sort, order, columns, period, currency }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const { screen, ignored } = parseScreen(Object.fromEntries(said));
  const texts = [address ?? [], parseQuery(hash).address ?? []].flat();
  const read = texts.map(parseAddress).filter((known) => known !== undefined);
  const shared = [...new Set(read)].slice(0, MAX_SHARED);
  const isLess = read.length < texts.length || new Set(read).size > shared.length;
  return {
    screen: { ...screen, filter: { ...screen.filter, excludeScam: false } },
    ...(texts.length === 0 ? {} : { shared }),
    ignored: [...Object.keys(rest), ...(isLess ? ['address'] : []), ...ignored],
  };
}

export interface WatchlistLink {
  readonly search: Query;
  readonly hash: string;
}

/** The other way. */
export function watchlistLink(screen: Screen, addresses: readonly string[] = []): WatchlistLink {
  const { excludeScam: _, ...said } = serializeScreen(screen);
  const address = addresses.map(toUserFriendly);
  if (address.length > MAX_ADDRESSES) return { search: said, hash: stringifyQuery({ address }).slice(1) };
  return { search: { ...(address.length === 0 ? {} : { address }), ...said }, hash: '' };
}

/** Of a link to it, behind the origin. */
export function watchlistPath(screen: Screen, addresses: readonly string[]): string {
  const { search, hash } = watchlistLink(screen, addresses);
  return `${WATCHLIST_PATH}${stringifyQuery(search)}${hash && `#${hash}`}`;
}
