import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { parseAddress } from '#contract/address.ts';
import { withUrlSafeAddresses } from '#contract/page-links.ts';
import { createQueryClient, fetchMissing } from '#web/api/client/query-client.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { canonicalJettonLink } from '#web/chart/jetton-search.ts';
import { parseQuery, type Query, stringifyQuery } from '#web/kit/device/link-state.ts';
import { usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { jettonByAddress, jettonList } from '#web/list/jetton-queries.ts';
import { HOME_PATH, listFilterOf, parseScreenSearch } from '#web/list/list-state.ts';
import { withTableSettings } from '#web/list/table-layout.ts';
import { canonicalPoolLink } from '#web/pool/price-levels.ts';
import { deepestPools, type FoundPool } from '#web/search/search-queries.ts';
import { createAppRouter } from './create-app-router.ts';
import { JettonWithoutScripts, ListWithoutScripts, parseListRequest } from './without-scripts.tsx';

/** Links to pools on pages without scripts. */
const MAX_POOLS = 10;

/** Values of rows depend on the list. */
const MAX_PASSES = 3;

interface Content {
  /** Empty if the page has no content there. */
  readonly html: string;
  /** The link that the page has with scripts, if another. */
  readonly link: string | undefined;
  /** Returns what is shown in addition if there are no scripts. Its requests are not those of the page. */
  readonly withoutScripts: () => Promise<string>;
}

/**
 * Returns the HTML of the page at a path with a query, as its first render in a browser with data and settings shows it.
 * Rejects if a component fails.
 */
export async function renderPage(path: string): Promise<Content> {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const sent = parseQuery(String(searchParams));
  const request = pathname === HOME_PATH ? parseListRequest(sent) : undefined;
  const search = withTableSettings(pathname, stringifyQuery(request?.query ?? sent));
  const link = request ? pathname + search : canonicalLink(pathname, sent);
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  // Otherwise, errors would be shown as loading.
  client.setDefaultOptions({ queries: { ...queries, retryOnMount: false } });
  const router = createAppRouter(createMemoryHistory({ initialEntries: [link] }));
  const screen = request && parseScreenSearch(search).screen;
  const list = screen && jettonList(listFilterOf(screen));
  const start = request?.start === undefined ? {} : { initialPageParam: request.start };
  // Needed by every page, and by what else the page of the list needs. The page shows errors.
  await Promise.all([
    router.load(),
    client.query(serviceStatus()).catch(() => undefined),
    list && client.infiniteQuery({ ...list, ...start }).catch(() => undefined),
  ]);
  const render = async () => {
    let failure: unknown;
    const { prelude } = await prerender(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
      {
        // All in place, without scripts that move it there.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => {
          failure ??= error;
        },
      },
    );
    const html = await new Response(prelude).text();
    if (failure !== undefined) throw failure;
    return html;
  };
  let html = await render();
  for (let pass = 1; pass < MAX_PASSES; pass += 1) {
    const missing = fetchMissing(client);
    if (!missing) break;
    await missing;
    html = await render();
  }
  const withoutScripts = async () => {
    const last = list && client.getQueryData(list.queryKey)?.pages.at(-1);
    const element =
      request && screen ? (
        <ListWithoutScripts
          screen={screen}
          request={request}
          isEmpty={last?.jettons.length === 0}
          next={last?.next}
        />
      ) : (
        <JettonWithoutScripts pools={await poolsOf(client, pathname)} />
      );
    client.clear();
    return renderToStaticMarkup(element);
  };
  return {
    html: /<main[^>]*><\/main>/.test(html) ? '' : withoutHead(html),
    link: request?.link,
    withoutScripts,
  };
}

/** Returns the most liquid pools of the jetton whose page is at a path. */
async function poolsOf(client: QueryClient, pathname: string): Promise<readonly FoundPool[]> {
  const [, text, poolAddress] = JETTON_OR_POOL.exec(withUrlSafeAddresses(pathname)) ?? [];
  const address = parseAddress(decodeURIComponent(text ?? ''));
  if (address === undefined || poolAddress !== undefined) return [];
  const jetton = client.getQueryData(jettonByAddress(address).queryKey);
  // The rest of the page can be read without them.
  return jetton ? await client.query(deepestPools(jetton, MAX_POOLS)).catch(() => []) : [];
}

const JETTON_OR_POOL = /^\/jetton\/([^/]+)(?:\/pool\/([^/]+))?$/;

/** Returns the canonical form of a link to a jetton or a pool, which pages replace it by after their first render. */
function canonicalLink(pathname: string, query: Query): string {
  const [, address, poolAddress] = JETTON_OR_POOL.exec(withUrlSafeAddresses(pathname)) ?? [];
  if (address === undefined) return pathname + stringifyQuery(query);
  const link = { address: decodeURIComponent(address), search: query };
  if (poolAddress === undefined) {
    const { currency } = usePersistedCurrency.getState();
    const canonical = canonicalJettonLink(link, currency) ?? link;
    return `/jetton/${encodeURIComponent(canonical.address)}${stringifyQuery(canonical.search)}`;
  }
  const pool = { ...link, poolAddress: decodeURIComponent(poolAddress) };
  const canonical = canonicalPoolLink(pool) ?? pool;
  const [jetton, own] = [canonical.address, canonical.poolAddress].map(encodeURIComponent);
  return `/jetton/${jetton}/pool/${own}${stringifyQuery(canonical.search)}`;
}

/** Removes elements that React would move to the document's head, and scripts that rendered pages do not need. */
function withoutHead(html: string): string {
  return html.replaceAll(/<title>[^<]*<\/title>|<link [^>]*>|<script[^>]*>.*?<\/script>/gs, '');
}
