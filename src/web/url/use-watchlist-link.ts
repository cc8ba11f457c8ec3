import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { queryFromSearch } from './screen.ts';
import { type ChangeScreen, isSameList } from './use-screen.ts';
import { type ParsedWatchlist, parseWatchlist, WATCHLIST_PATH, watchlistLink } from './watchlist.ts';

/** What the address bar says of the watchlist, and the way to change it; whose list it is stays. */
export function useWatchlistLink(): ParsedWatchlist & { readonly change: ChangeScreen } {
  const router = useRouter();
  const search = useLocation({ select: ({ search: said }) => said });
  const hash = useLocation({ select: (location) => location.hash });
  const read = useMemo(() => parseWatchlist(queryFromSearch(search), hash), [search, hash]);
  const change: ChangeScreen = useCallback(
    (to, step = 'commit') => {
      const { search: said, hash: behind } = router.latestLocation;
      const { screen, shared } = parseWatchlist(queryFromSearch(said), behind);
      const changed = to(screen);
      const resetScroll = !isSameList(screen, changed);
      const link = watchlistLink(changed, shared);
      void router.navigate({ to: WATCHLIST_PATH, ...link, replace: step === 'typing', resetScroll });
    },
    [router],
  );
  return { ...read, change };
}
