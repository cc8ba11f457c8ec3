import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { screenSearch } from './screen.ts';
import type { ChangeScreen } from './use-screen.ts';
import { parseWatchlist, type ReadWatchlist, watchlistLink } from './watchlist.ts';

/** What the address bar says of the watchlist, and the way to change it; whose list it is stays. */
export function useWatchlistLink(): ReadWatchlist & { readonly change: ChangeScreen } {
  const router = useRouter();
  const search = useLocation({ select: ({ search: said }) => said });
  const hash = useLocation({ select: (location) => location.hash });
  const read = useMemo(() => parseWatchlist(screenSearch(search), hash), [search, hash]);
  const change: ChangeScreen = useCallback(
    (to, step = 'commit') => {
      const { search: said, hash: behind } = router.latestLocation;
      const { screen, shared } = parseWatchlist(screenSearch(said), behind);
      void router.navigate({
        to: '/watchlist',
        ...watchlistLink(to(screen), shared),
        replace: step === 'typing',
      });
    },
    [router],
  );
  return { ...read, change };
}
