import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { jettonList } from '#web/api/queries/queries.ts';
import { defaultScreen, type Screen } from '#web/lib/screen/screen.ts';
import { stringifyQuery } from './query-string.ts';
import {
  HOME_PATH,
  type ParsedScreen,
  parseScreen,
  queryFromSearch,
  screenFromLocation,
  serializeScreen,
} from './screen.ts';
import { scrollKey } from './scroll-key.ts';

const nothing = {};

/** The screen that the address bar says; on other pages, the default one. */
export function useScreen(): ParsedScreen {
  const search = useLocation({
    select: ({ pathname, search: said }): { readonly [key: string]: unknown } =>
      pathname === HOME_PATH ? said : nothing,
  });
  return useMemo(() => parseScreen(queryFromSearch(search)), [search]);
}

/** What is being typed replaces the entry of the history; what is decided gets one of its own. */
export type Step = 'typing' | 'commit';
export type ChangeScreen = (change: (screen: Screen) => Screen, step?: Step) => void;

/** The entry that typing took the place of: back is to lead to it, and not to half of a word. */
let typed: { readonly from: string; readonly place: string; readonly to: string } | undefined;

export function useChangeScreen(): ChangeScreen {
  const router = useRouter();
  const client = useQueryClient();
  return useCallback(
    (change, step = 'commit') => {
      const { searchStr } = router.latestLocation;
      const shown = screenFromLocation(router.latestLocation);
      const isHome = shown !== undefined;
      const known = shown ?? defaultScreen;
      const changed = change(known);
      const query = serializeScreen(changed);
      const to = stringifyQuery(query);
      const begun = isHome && typed?.to === searchStr ? typed : undefined;
      const start = begun?.from;
      // Other columns, or another currency, leave the rows where they are.
      const resetScroll = !isHome || !isSameList(known, changed);
      const go = (replace: boolean) => {
        // Asked at once, not when the page has drawn itself with the new question. The page tells what goes wrong.
        if (resetScroll) client.infiniteQuery(jettonList(changed.filter)).catch(() => undefined);
        void router.navigate({ to: HOME_PATH, search: query, replace, resetScroll });
      };
      if (step === 'typing') {
        if (!isHome || to === searchStr) return;
        typed = { from: searchStr, place: scrollKey(router.latestLocation), ...begun, to };
        go(true);
        return;
      }
      typed = undefined;
      if (begun && start !== to) {
        router.history.replace(HOME_PATH + start, { scrollKeyOf: begun.place });
        // Calls of the same moment are taken together otherwise, and the first is lost.
        router.history.flush();
      }
      if (start !== undefined || !isHome || to !== searchStr) go(start === to);
    },
    [client, router],
  );
}

/** Whether the rows are the same, in the same order. */
export function isSameList(one: Screen, other: Screen): boolean {
  const listOf = ({ filter, minimum }: Screen) =>
    stringifyQuery(serializeScreen({ ...defaultScreen, filter, minimum }));
  return listOf(one) === listOf(other);
}
