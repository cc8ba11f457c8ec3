import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { replacesEntry } from '#web/kit/device/link-state.ts';
import { parseQuery } from '#web/kit/device/query-string.ts';
import { isSameList, screenLink } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import {
  type ParsedWatchlist,
  parseWatchlist,
  WATCHLIST_PATH,
  watchlistLink,
} from '#web/list/watchlist-link.ts';

/** Returns the watchlist in the URL and a function that changes its screen. Shared addresses do not change. */
export function useWatchlistLink(): ParsedWatchlist & { readonly change: ChangeScreen } {
  const router = useRouter();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const hash = useLocation({ select: (location) => location.hash });
  const parsed = useMemo(() => parseWatchlist(parseQuery(search), hash), [search, hash]);
  const change: ChangeScreen = useCallback(
    (update) => {
      const { searchStr, hash: currentHash } = router.latestLocation;
      const { screen, shared } = parseWatchlist(parseQuery(searchStr), currentHash);
      const changed = update(screen);
      const resetScroll = !isSameList(screen, changed);
      const link = watchlistLink(changed, shared);
      void router.navigate({
        to: WATCHLIST_PATH,
        ...link,
        replace: replacesEntry(screenLink, screen, changed),
        resetScroll,
      });
    },
    [router],
  );
  return { ...parsed, change };
}
