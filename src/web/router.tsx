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
import { usePersistedCurrency } from '#web/state/currency.ts';
import { canonicalJettonLink, parseJettonSearch } from '#web/url/jetton-search.ts';
import { canonicalPoolPath, normalizePoolSearch } from '#web/url/pool-search.ts';
import { parseQuery, stringifyQuery } from '#web/url/query-string.ts';
import { queryFromSearch } from '#web/url/screen.ts';
import { scrollKey } from '#web/url/scroll-key.ts';
import { addTableSettingsToUrl, tableSettingsMiddleware } from '#web/url/table-settings.ts';
import { lazyWithRetry } from './components/feedback/lazy-with-retry.tsx';

addTableSettingsToUrl();
const history = createBrowserHistory();
const table = { middlewares: [tableSettingsMiddleware(history)] };

const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage, errorComponent: PageFault });

const screener = createRoute({
  getParentRoute: () => root,
  path: pagePaths.screener,
  validateSearch: queryFromSearch,
  search: table,
  component: ScreenerPage,
});

const jetton = createRoute({
  getParentRoute: () => root,
  path: pagePaths.jetton,
  validateSearch: parseJettonSearch,
  beforeLoad: ({ params: { address }, search }) => {
    const usual = canonicalJettonLink({ address, search }, usePersistedCurrency.getState().currency);
    if (!usual) return;
    const params = { address: usual.address };
    throw redirect({ to: '/jetton/$address', params, search: usual.search, replace: true });
  },
  component: lazyWithRetry(async () => (await import('#web/pages/jetton/jetton-page.tsx')).JettonPage),
});

const pool = createRoute({
  getParentRoute: () => root,
  path: pagePaths.pool,
  validateSearch: normalizePoolSearch,
  beforeLoad: ({ params, search }) => {
    const usual = canonicalPoolPath(params);
    if (usual)
      throw redirect({ to: '/jetton/$address/pool/$poolAddress', params: usual, search, replace: true });
  },
  component: lazyWithRetry(async () => (await import('#web/pages/pool/pool-page.tsx')).PoolPage),
});

const watchlist = createRoute({
  getParentRoute: () => root,
  path: pagePaths.watchlist,
  validateSearch: queryFromSearch,
  search: table,
  component: lazyWithRetry(
    async () => (await import('#web/pages/watchlist/watchlist-page.tsx')).WatchlistPage,
  ),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: pagePaths.compare,
  validateSearch: queryFromSearch,
  component: lazyWithRetry(async () => (await import('#web/pages/compare/compare-page.tsx')).ComparePage),
});

export const router = createRouter({
  history,
  routeTree: root.addChildren([screener, jetton, pool, watchlist, compare]),
  parseSearch: parseQuery,
  stringifySearch: stringifyQuery,
  scrollRestoration: true,
  getScrollRestorationKey: scrollKey,
  // Another list is not to begin where the one before was left; while that one is still shown, it stays.
  scrollToTopSelectors: ['[data-scroll-restoration-id="jettons"]:not([data-before])'],
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
