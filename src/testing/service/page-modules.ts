import { vi } from 'vitest';

/**
 * The page's own modules, fresh, as a browser would have them whose `config.json` says `settings`. Everything else is
 * really fetched. `vi.unstubAllGlobals` takes the browser away again.
 */
export async function pageModules(settings: object) {
  const reallyFetch = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('location', new URL('http://page.example'));
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {} });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/config.json') return Promise.resolve(Response.json(settings));
    asked.push(new URL(url).pathname);
    return reallyFetch(url, init);
  });
  vi.resetModules();
  const [queries, figures, live, missing, compare, line, chosen, search, walk, state, client] =
    await Promise.all([
      import('#web/api/queries/queries.ts'),
      import('#web/api/queries/metrics.ts'),
      import('#web/api/queries/live.ts'),
      import('#web/api/queries/why-missing.ts'),
      import('#web/api/queries/compare.ts'),
      import('#web/api/queries/price-line.ts'),
      import('#web/api/queries/address-list.ts'),
      import('#web/api/queries/search-jettons.ts'),
      import('#web/api/queries/paginate-list.ts'),
      import('#web/api/transport/service.ts'),
      import('#web/api/transport/query-client.ts'),
    ]);
  return {
    ...queries,
    ...figures,
    ...live,
    ...missing,
    ...compare,
    ...line,
    ...chosen,
    ...search,
    ...walk,
    ...state,
    /** Paths of the service, in the order in which they were asked for. */
    asked,
    client: client.createQueryClient(),
  };
}
