// Declares the methods of `cdp()`.
import type {} from '@vitest/browser-playwright';
import '#web/style/fonts.css';
import '#web/style/tokens.css';
import '#web/style/base.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { StoreApi } from 'zustand';
import { TON_ADDRESS } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { allSupported, type UnsupportedFilters } from '#contract/measures.ts';
import type { Status } from '#contract/status.ts';
import { createQueryClient } from '#web/api/client/query-client.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import { createPage, type JettonPage, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { filterSupport } from '#web/api/queries/filter-support.ts';
import { pageActivity, pageTrust, pageValuations } from '#web/api/queries/valuations.ts';
import { createAppRouter } from '#web/app/create-app-router.ts';
import { useSelection } from '#web/grid/rows/compared-rows.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { openPanel } from '#web/kit/device/open-panel.ts';
import { useColorPair, useLiveUpdates, usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { jettonList } from '#web/list/jetton-queries.ts';
import { listFilterOf, parseScreen } from '#web/list/list-state.ts';
import { verifiedJettons } from '#web/list/related-jettons.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import { useWatchlist } from '#web/list/watchlist.ts';
import { useSavedScreens } from '#web/screener/saved-screens.ts';
import { useFilterPanel } from '#web/screener/use-filter-panel.ts';
import { useRecentSearches } from '#web/search/found-item.ts';
import { verifiedOriginals } from '#web/untrusted/look-alike.ts';
import { addressList } from '#web/watchlist/use-watchlist-rows.ts';
import { useWatchlists } from '#web/watchlist/watchlists.ts';
import { listedActivity } from './responses.ts';

interface Options {
  /** Cached lists by the query of their screen, such as `?sort=holders`. Each array is one page. */
  readonly lists?: Readonly<Record<string, readonly ListedJetton[]>>;
  /** Jettons on the watchlist of this device, cached in the default order. */
  readonly watchlist?: readonly ListedJetton[];
  /** Statistics of the jetton at an index of its list. */
  readonly activityAt?: (index: number) => Activity;
  /** Fills more of the cache before the first render. */
  readonly fill?: (client: QueryClient) => void;
  /** Status of the service; by default, of one with a fixed clock and without feeds. */
  readonly status?: Status;
  /** Filters that the service lacks; none by default. */
  readonly unsupported?: UnsupportedFilters;
  readonly width?: number;
  readonly height?: number;
}

const fixedStatus: Status = {
  source: 'simulated',
  feeds: [],
  clock: '2026-01-29T07:50:00Z',
  clockFixed: true,
  counts: { jettons: 1, pools: 1, swaps: 1 },
  version: '0',
};

/** Renders the page at a path of the app with cached data instead of a service. */
export async function renderApp(
  path: string,
  {
    lists = {},
    watchlist,
    activityAt = listedActivity,
    fill,
    status = fixedStatus,
    unsupported = allSupported,
    width = 1440,
    height = 844,
  }: Options = {},
) {
  await page.viewport(width, height);
  resetStores();
  // Tests have no service to poll.
  useLiveUpdates.setState({ isPaused: true });
  const client = createQueryClient();
  client.setQueryData(serviceStatus().queryKey, status);
  client.setQueryData(filterSupport().queryKey, unsupported);
  client.setQueryData(verifiedJettons().queryKey, verifiedOriginals([]));
  for (const [query, jettons] of Object.entries(lists)) fillList(client, query, jettons, activityAt);
  if (watchlist) fillWatchlist(client, watchlist, activityAt);
  fill?.(client);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter(history);
  await router.load();
  const root = document.body.appendChild(document.createElement('div'));
  root.id = 'root';
  onTestFinished(() => {
    root.remove();
    client.clear();
    // The stores of the next file would start with it.
    localStorage.clear();
  });
  const app = (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
  const screen = await render(app, { container: root });
  return { screen, history, client, url: () => history.location.href };
}

type ActivityAt = NonNullable<Options['activityAt']>;

/** Caches the list of a screen with the statistics of its rows. */
function fillList(
  client: QueryClient,
  query: string,
  jettons: readonly ListedJetton[],
  activityAt: ActivityAt,
): void {
  const { screen } = parseScreen(parseQuery(query));
  const loaded = createPage(jettons, undefined);
  client.setQueryData(jettonList(listFilterOf(screen)).queryKey, {
    pages: [loaded],
    pageParams: [undefined],
  });
  fillMetrics(client, loaded, screen.currency, activityAt);
}

/** Stores the watchlist on the device and caches its list with the statistics of its rows. */
function fillWatchlist(client: QueryClient, jettons: readonly ListedJetton[], activityAt: ActivityAt): void {
  const { filter, currency } = parseScreen(parseQuery('')).screen;
  const addresses = jettons.map(({ identity }) => identity.address);
  useWatchlist.setState({ addresses });
  const loaded = createPage(jettons, undefined);
  const rows = jettons.map((jetton) => ({ jetton, page: loaded }));
  client.setQueryData(addressList(addresses, filter).queryKey, { rows, isSorted: true });
  fillMetrics(client, loaded, currency, activityAt);
}

/** Caches statistics, amounts and trust scores of a page's rows. */
function fillMetrics(
  client: QueryClient,
  loaded: JettonPage,
  currency: Currency,
  activityAt: ActivityAt,
): void {
  const { jettons } = loaded;
  const byAddress = <Value,>(valueAt: (index: number) => Value) =>
    new Map(jettons.map(({ identity }, index) => [identity.address, valueAt(index)]));
  client.setQueryData(pageActivity(loaded).queryKey, byAddress(activityAt));
  const { priceUsd, liquidityUsd, fdmc, mcap } = jettons[0] ?? {};
  const valuation = {
    priceCurrency: priceUsd,
    liquidityCurrency: liquidityUsd,
    fdmcCurrency: fdmc,
    mcapCurrency: mcap,
  };
  client.setQueryData(
    pageValuations(loaded, currency).queryKey,
    byAddress(() => valuation),
  );
  const trust = { score: 80, updatedAt: '2026-01-29T07:00:00Z' };
  client.setQueryData(
    pageTrust(loaded).queryKey,
    byAddress(() => trust),
  );
}

/** Restores what the tests of a file share: the stores of the device and of the session. */
function resetStores(): void {
  reset(useColorPair);
  reset(useFilterPanel);
  reset(useLiveUpdates);
  reset(usePersistedCurrency);
  reset(useRecentSearches);
  reset(useSavedScreens);
  reset(useSelection);
  reset(useTableLayout);
  reset(useWatchlist);
  reset(useWatchlists);
  openPanel(undefined);
}

function reset<State>({ setState, getInitialState }: StoreApi<State>): void {
  setState(getInitialState(), true);
}

/** Makes touch the primary input until the end of the test. Call before rendering. */
export async function emulateTouch(): Promise<void> {
  const setEnabled = async (enabled: boolean) => {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
  };
  await setEnabled(true);
  onTestFinished(() => setEnabled(false));
}

/** Caches prices of the native coin: 2 USD, and a price in the currency. */
export function fillExchangeRate(client: QueryClient, currency: Currency, price: string): void {
  const at = (text: string) => ({ price: amountFromDecimal(text), changedAt: '2026-01-29T07:50:00Z' });
  const prices = { ton: at('1'), usd: at('2'), currency: at(price) };
  client.setQueryData(jettonPrice(TON_ADDRESS, currency).queryKey, prices);
}
