import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { pagePaths } from '#contract/page-links.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { parseQuery, type Query, stringifyQuery } from '#web/kit/device/query-string.ts';
import { parseScreen, serializeScreen } from './list-link.ts';
import type { Screen } from './list-state.ts';

export const WATCHLIST_PATH = pagePaths.watchlist;

/** Maximum number of addresses in a link. Every 100 addresses cost one request. */
export const MAX_SHARED = 1000;

export interface ParsedWatchlist {
  /** Sort order, columns, their widths, period and currency. A watchlist has no filters. */
  readonly screen: Screen;
  /** Raw addresses of the list in the link. Absent: the watchlist of this device. */
  readonly shared?: readonly string[];
  /** Names of unknown or invalid parameters. */
  readonly ignored: readonly string[];
}

/**
 * Parses a link to a watchlist. Addresses are in the query. More than 100 addresses are in the fragment, which is not sent,
 * because many servers reject URLs of that length.
 */
export function parseWatchlist(query: Readonly<Query>, hash: string): ParsedWatchlist {
  const { address, sort, order, columns, widths, period, currency, ...rest } = query;
  const entries = Object.entries({ sort, order, columns, widths, period, currency }).flatMap(
    ([key, value]) => (value === undefined ? [] : [[key, value] as const]),
  );
  const { screen, ignored } = parseScreen(Object.fromEntries(entries));
  const texts = [address ?? [], parseQuery(hash).address ?? []].flat();
  const parsed = texts.map(parseAddress).filter((raw) => raw !== undefined);
  const shared = [...new Set(parsed)].slice(0, MAX_SHARED);
  const isIncomplete = parsed.length < texts.length || new Set(parsed).size > shared.length;
  return {
    screen: { ...screen, filter: { ...screen.filter, excludeScam: false } },
    ...(texts.length === 0 ? {} : { shared }),
    ignored: [...Object.keys(rest), ...(isIncomplete ? ['address'] : []), ...ignored],
  };
}

export interface WatchlistLink {
  readonly search: Query;
  readonly hash: string;
}

/** Returns the link to a watchlist. Inverse of `parseWatchlist`. */
export function watchlistLink(screen: Screen, addresses: readonly string[] = []): WatchlistLink {
  const { excludeScam: _, ...query } = serializeScreen(screen);
  const address = addresses.map(toUserFriendly);
  if (address.length > MAX_ADDRESSES) return { search: query, hash: stringifyQuery({ address }).slice(1) };
  return { search: { ...(address.length === 0 ? {} : { address }), ...query }, hash: '' };
}

/** Returns the path, query and fragment of a link to a watchlist. */
export function watchlistPath(screen: Screen, addresses: readonly string[]): string {
  const { search, hash } = watchlistLink(screen, addresses);
  return `${WATCHLIST_PATH}${stringifyQuery(search)}${hash && `#${hash}`}`;
}
