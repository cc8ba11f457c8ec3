import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { pagePaths } from '#contract/page-paths.ts';
import { Frame } from '#web/pages/frame/frame.tsx';
import { NoSuchPage } from '#web/pages/frame/no-such-page.tsx';
import { PageFault } from '#web/pages/frame/page-fault.tsx';
import { ScreenerPage } from '#web/pages/screener/screener-page.tsx';
import { useKeptCurrency } from '#web/state/currency.ts';
import { jettonSearch, usualLink } from '#web/url/jetton-search.ts';
import { completeAddress, completeLinks } from '#web/url/own-table.ts';
import { placeKey } from '#web/url/place-key.ts';
import { poolSearch, usualPool } from '#web/url/pool-search.ts';
import { parseQuery, stringifyQuery } from '#web/url/query-text.ts';
import { screenSearch } from '#web/url/screen.ts';
import { lazyWithRetry } from './components/feedback/lazy-with-retry.tsx';

completeAddress();
const history = createBrowserHistory();
const table = { middlewares: [completeLinks(history)] };

const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage, errorComponent: PageFault });

const screener = createRoute({
  getParentRoute: () => root,
  path: pagePaths.screener,
  validateSearch: screenSearch,
  search: table,
  component: ScreenerPage,
});

const jetton = createRoute({
  getParentRoute: () => root,
  path: pagePaths.jetton,
  validateSearch: jettonSearch,
  beforeLoad: ({ params: { address }, search }) => {
    const usual = usualLink({ address, search }, useKeptCurrency.getState().currency);
    if (!usual) return;
    const params = { address: usual.address };
    throw redirect({ to: '/jetton/$address', params, search: usual.search, replace: true });
  },
  component: lazyWithRetry(async () => (await import('#web/pages/jetton/jetton-page.tsx')).JettonPage),
});

const pool = createRoute({
  getParentRoute: () => root,
  path: pagePaths.pool,
  validateSearch: poolSearch,
  beforeLoad: ({ params, search }) => {
    const usual = usualPool(params);
    if (usual)
      throw redirect({ to: '/jetton/$address/pool/$poolAddress', params: usual, search, replace: true });
  },
  component: lazyWithRetry(async () => (await import('#web/pages/pool/pool-page.tsx')).PoolPage),
});

const watchlist = createRoute({
  getParentRoute: () => root,
  path: pagePaths.watchlist,
  validateSearch: screenSearch,
  search: table,
  component: lazyWithRetry(
    async () => (await import('#web/pages/watchlist/watchlist-page.tsx')).WatchlistPage,
  ),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: pagePaths.compare,
  validateSearch: screenSearch,
  component: lazyWithRetry(async () => (await import('#web/pages/compare/compare-page.tsx')).ComparePage),
});

export const router = createRouter({
  history,
  routeTree: root.addChildren([screener, jetton, pool, watchlist, compare]),
  parseSearch: parseQuery,
  stringifySearch: stringifyQuery,
  scrollRestoration: true,
  getScrollRestorationKey: placeKey,
  // Another list is not to begin where the one before was left; while that one is still shown, it stays.
  scrollToTopSelectors: ['[data-scroll-restoration-id="jettons"]:not([data-before])'],
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
