import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { additionalFilters, allSupported } from '#contract/measures.ts';
import { filterSupport, useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import { type HistoryMode, replacesEntry, scrollKey, stringifyQuery } from '#web/kit/device/link-state.ts';
import { jettonList } from './jetton-queries.ts';
import {
  defaultScreen,
  HOME_PATH,
  isSameList,
  listFilterOf,
  type OptionalFilter,
  type ParsedScreen,
  parseScreenSearch,
  type Screen,
  screenLink,
  serializeScreen,
  unsupportedFilters,
  withoutFilters,
} from './list-state.ts';

/** A parsed screen without the filters that the service does not support. */
interface SupportedScreen extends ParsedScreen {
  /** The removed filters. */
  readonly unsupported: readonly OptionalFilter[];
}

/** Returns the screen in the URL. On other pages, returns the default screen. */
export function useScreen(): SupportedScreen {
  const search = useLocation({
    select: ({ pathname, searchStr }) => (pathname === HOME_PATH ? searchStr : ''),
  });
  const parsed = useMemo(() => parseScreenSearch(search), [search]);
  const unsupported = useUnsupportedFilters(hasAdditionalFilters(parsed.screen));
  return useMemo(() => {
    const removed = unsupportedFilters(parsed.screen, unsupported);
    return { ...parsed, screen: withoutFilters(parsed.screen, removed), unsupported: removed };
  }, [parsed, unsupported]);
}

function hasAdditionalFilters(screen: Screen): boolean {
  return unsupportedFilters(screen, new Set(additionalFilters)).length > 0;
}

export type ChangeScreen = (change: (screen: Screen) => Screen, phase?: HistoryMode) => void;

/** The history entry that typing has replaced. Restored on commit, so that Back does not return to partial input. */
let replacedEntry: { readonly from: string; readonly scrollKey: string; readonly to: string } | undefined;

/** Returns a function that changes the screen and navigates to the screener if necessary. */
export function useChangeScreen(): ChangeScreen {
  const router = useRouter();
  const client = useQueryClient();
  return useCallback(
    (change, phase = 'commit') => {
      const { pathname, searchStr } = router.latestLocation;
      const isHome = pathname === HOME_PATH;
      const linked = isHome ? parseScreenSearch(searchStr).screen : defaultScreen;
      const unsupported = client.getQueryData(filterSupport().queryKey) ?? allSupported;
      const current = withoutFilters(linked, unsupportedFilters(linked, unsupported));
      const changed = change(current);
      const query = serializeScreen(changed);
      const to = stringifyQuery(query);
      const entry = isHome && replacedEntry?.to === searchStr ? replacedEntry : undefined;
      const start = entry?.from;
      // Other columns or another currency keep the scroll position.
      const resetScroll = !isHome || !isSameList(current, changed);
      const navigate = (replace: boolean) => {
        // Starts the request before the page rerenders. The page handles errors.
        if (resetScroll) client.infiniteQuery(jettonList(listFilterOf(changed))).catch(() => undefined);
        void router.navigate({ to: HOME_PATH, search: query, replace, resetScroll });
      };
      if (phase === 'typing') {
        if (!isHome || to === searchStr) return;
        replacedEntry = {
          from: searchStr,
          scrollKey: scrollKey(router.latestLocation),
          ...entry,
          to,
        };
        navigate(true);
        return;
      }
      replacedEntry = undefined;
      if (replacesEntry(screenLink, current, changed)) {
        navigate(true);
        return;
      }
      if (entry && start !== to) {
        router.history.replace(HOME_PATH + start, { scrollKeyOf: entry.scrollKey });
        // Without a flush, the history would merge this call with the next one.
        router.history.flush();
      }
      if (start !== undefined || !isHome || to !== searchStr) navigate(start === to);
    },
    [client, router],
  );
}
