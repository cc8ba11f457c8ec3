import { useQueryClient } from '@tanstack/react-query';
import { type HistoryLocation, useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { additionalFilters, allSupported } from '#contract/measures.ts';
import { filterSupport, useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import { type HistoryMode, replacesEntry, stringifyQuery } from '#web/kit/device/link-state.ts';
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
  const current = useLocation({
    select: ({ pathname, searchStr }) => (pathname === HOME_PATH ? searchStr : undefined),
  });
  // While another page is loading, the list stays as it is.
  const left = useMatch({
    from: HOME_PATH,
    shouldThrow: false,
    select: (match) => stringifyQuery(match.search),
  });
  const search = current ?? left ?? '';
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

/** Fields state how they change the screen; see `HistoryMode`. Other changes discard what was typed in fields. */
export type ChangeScreen = (change: (screen: Screen) => Screen, mode?: HistoryMode) => void;

/** The history entry that typing has added, by its key, and the query before it. Further edits replace it. */
let typedEntry: { readonly key: string | undefined; readonly from: string } | undefined;
/** Whether a field navigates. */
let isFieldNavigating = false;

/** Whether typing has added a history entry, and the edit is not committed. */
export function isTypedEntry({ state }: HistoryLocation): boolean {
  return typedEntry !== undefined && typedEntry.key === state.__TSR_key;
}

/** Returns a function that changes the screen and navigates to the screener if necessary. */
export function useChangeScreen(): ChangeScreen {
  const router = useRouter();
  const client = useQueryClient();
  return useCallback(
    (change, mode) => {
      const { pathname, searchStr } = router.latestLocation;
      const isHome = pathname === HOME_PATH;
      const linked = isHome ? parseScreenSearch(searchStr).screen : defaultScreen;
      const unsupported = client.getQueryData(filterSupport().queryKey) ?? allSupported;
      const current = withoutFilters(linked, unsupportedFilters(linked, unsupported));
      const changed = change(current);
      const query = serializeScreen(changed);
      const to = stringifyQuery(query);
      const entry = isTypedEntry(router.history.location) ? typedEntry : undefined;
      const isTyping = mode === 'typing';
      if (isTyping && !isHome) return;
      if (!isHome || to !== searchStr) {
        // An entry with the query of the one before it is what typing left.
        const isLeft = entry !== undefined && (mode !== undefined || entry.from === searchStr);
        // Other columns or another currency keep the scroll position.
        const resetScroll = !isHome || !isSameList(current, changed);
        // Starts the request before the page rerenders. The page handles errors.
        if (resetScroll) client.infiniteQuery(jettonList(listFilterOf(changed))).catch(() => undefined);
        const replace = isLeft || (!isTyping && replacesEntry(screenLink, current, changed));
        isFieldNavigating = mode !== undefined;
        void router.navigate({ to: HOME_PATH, search: query, replace, resetScroll });
        isFieldNavigating = false;
      } else if (isTyping) return;
      const from = entry?.from ?? searchStr;
      // The next edit replaces an entry that typing has left without a change.
      typedEntry =
        isTyping || (entry && from === to)
          ? { key: router.history.location.state.__TSR_key, from }
          : undefined;
    },
    [client, router],
  );
}

/** Returns a function that subscribes to changes of the screen other than by its fields, such as by links and Back. */
export function useOtherChanges(): (listener: () => void) => () => void {
  const { history } = useRouter();
  return useCallback(
    (listener) =>
      history.subscribe(({ location }) => {
        if (!isFieldNavigating && location.pathname === HOME_PATH) listener();
      }),
    [history],
  );
}
