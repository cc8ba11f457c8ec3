import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { pagePaths, withUrlSafeAddresses } from '#contract/page-links.ts';
import { parseQuery, type Query, scrollKey, stringifyQuery } from '#web/kit/device/link-state.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { tableSettingsMiddleware } from '#web/list/table-layout.ts';
import { Frame, NotFoundPage, PageError } from './frame.tsx';

// Pages parse their query themselves, and replace links that are not canonical: the first load of the list needs neither.
// `parseSearch` has already made it a `Query`.
const asQuery = (query: Query): Query => query;

/** Returns the router of all pages for a browser's or a test's history. */
export function createAppRouter(history: RouterHistory) {
  const tableSearch = { middlewares: [tableSettingsMiddleware(history)] };

  const root = createRootRoute({
    component: Frame,
    notFoundComponent: NotFoundPage,
    errorComponent: PageError,
  });

  const page = <const Path extends string>(
    path: Path,
    component: RouteComponent,
    search: Partial<typeof tableSearch> = {},
  ) => createRoute({ getParentRoute: () => root, path, validateSearch: asQuery, search, component });
  // Pages are loaded when they are first opened, or likely to be.
  const screener = page(
    pagePaths.screener,
    lazyWithRetry(async () => (await import('#web/screener/screener-page.tsx')).ScreenerPage),
    tableSearch,
  );
  const watchlist = page(
    pagePaths.watchlist,
    lazyWithRetry(async () => (await import('#web/watchlist/watchlist-page.tsx')).WatchlistPage),
    tableSearch,
  );
  const jetton = page(
    pagePaths.jetton,
    lazyWithRetry(async () => (await import('#web/jetton/jetton-page.tsx')).JettonPage),
  );
  const pool = page(
    pagePaths.pool,
    lazyWithRetry(async () => (await import('#web/pool/pool-page.tsx')).PoolPage),
  );
  const compare = page(
    pagePaths.compare,
    lazyWithRetry(async () => (await import('#web/compare/compare-page.tsx')).ComparePage),
  );
  const alerts = page(
    pagePaths.alerts,
    lazyWithRetry(async () => (await import('#web/alerts/alerts-page.tsx')).AlertsPage),
  );
  const device = page(
    pagePaths.device,
    lazyWithRetry(async () => (await import('./device-page.tsx')).DevicePage),
  );
  const paper = page(
    pagePaths.paper,
    lazyWithRetry(async () => (await import('#web/price-impact/paper-page.tsx')).PaperPage),
  );
  const newPools = page(
    pagePaths.newPools,
    lazyWithRetry(async () => (await import('#web/new-pools/new-pools-page.tsx')).NewPoolsPage),
  );
  const charts = page(
    pagePaths.charts,
    lazyWithRetry(async () => (await import('#web/chart-grid/chart-grid-page.tsx')).ChartGridPage),
  );

  return createRouter({
    history,
    routeTree: root.addChildren([
      screener,
      jetton,
      pool,
      watchlist,
      compare,
      alerts,
      device,
      paper,
      newPools,
      charts,
    ]),
    rewrite: {
      input: ({ url }) => {
        url.pathname = withUrlSafeAddresses(url.pathname);
        return url;
      },
    },
    parseSearch: parseQuery,
    stringifySearch: stringifyQuery,
    // One that the service has rendered, and that was scrolled, stays so (`take-over.ts`).
    scrollRestoration: () => document.querySelector('[data-scrolled] .rendered') === null,
    getScrollRestorationKey: scrollKey,
    // A new list starts at the top, but not before it has replaced the previous one, marked by `data-placeholder`.
    scrollToTopSelectors: [newListElement],
    defaultPreload: 'intent',
  });
}

/** Returns the table of a new list, which the router scrolls to its top left. Keeps its horizontal position. */
function newListElement(): Element | null {
  const table = document.querySelector('[data-scroll-restoration-id="jettons"]:not([data-placeholder])');
  const left = table?.scrollLeft ?? 0;
  if (left > 0)
    queueMicrotask(() => {
      if (table?.scrollLeft === 0) table.scrollTo({ left });
    });
  return table;
}
