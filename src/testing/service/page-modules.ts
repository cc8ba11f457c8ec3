import { vi } from 'vitest';

/**
 * Imports new instances of the web app's API modules with browser globals stubbed and `settings` as `config.json`. Other
 * requests go to the network. `vi.unstubAllGlobals` removes the stubs.
 */
export async function pageModules(settings: object) {
  const realFetch = globalThis.fetch;
  const requestedPaths: string[] = [];
  vi.stubGlobal('location', new URL('http://page.example'));
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    documentElement: { dataset: {} },
    getElementById: () => null,
    addEventListener: () => {},
    querySelector: () => null,
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/config.json') return Promise.resolve(Response.json(settings));
    requestedPaths.push(new URL(url).pathname);
    return realFetch(url, init);
  });
  vi.resetModules();
  const { createQueryClient } = await import('#web/api/client/query-client.ts');
  return {
    ...(await import('#web/list/jetton-queries.ts')),
    ...(await import('#web/api/queries/markets.ts')),
    ...(await import('#web/api/queries/valuations.ts')),
    ...(await import('#web/api/queries/live.ts')),
    ...(await import('#web/screener/filter-matches.ts')),
    ...(await import('#web/api/queries/compare.ts')),
    ...(await import('#web/compare/compared-prices.ts')),
    ...(await import('#web/watchlist/use-watchlist-rows.ts')),
    ...(await import('#web/search/search-queries.ts')),
    ...(await import('#web/api/client/api-client.ts')),
    ...(await import('#web/api/queries/list-requests.ts')),
    ...(await import('#web/api/queries/filter-support.ts')),
    ...(await import('#web/api/client/errors.ts')),
    ...(await import('#web/api/client/service-status.ts')),
    /** Requested paths of the service, in order. */
    requestedPaths,
    client: createQueryClient(),
  };
}
