import '#web/style/fonts.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, use } from 'react';
import { createRoot } from 'react-dom/client';
import { queue } from '#web/api/client/api-client.ts';
import { hasEmbedded } from '#web/api/client/embedded-responses.ts';
import { fetchMissing } from '#web/api/client/query-client.ts';
import { retryFailedLoads } from '#web/kit/display/lazy-with-retry.tsx';
import { addTableSettingsToUrl } from '#web/list/table-layout.ts';
import { createAppRouter } from './create-app-router.ts';

/** Resolves the route of the current URL, so that the first render shows its page. */
export function loadRoute(): Promise<void> {
  return router.load();
}

export function render(client: QueryClient): void {
  // The content for another device is not shown. Positions of scrolling would be restored in it.
  if (document.documentElement.dataset.rendered === 'other') document.querySelector('.rendered')?.remove();
  const show = (root: Element) =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
          <EmbeddedData client={client} />
        </QueryClientProvider>
      </StrictMode>,
    );
  const root = document.getElementById('root');
  // On a page that the service has rendered, `take-over.ts` replaces that when this one shows the same. It is rendered in
  // short tasks, because the other one is in use meanwhile.
  const next = document.getElementById('next-root');
  if (next) startTransition(() => show(next));
  else if (root) show(root);
}

/** Milliseconds that the first render waits for data that the document seems to contain. */
const MAX_WAIT_MS = 500;
let deadline: number | undefined;

/**
 * Suspends the first render until it has the data that the document contains, as that of the service does. Otherwise, the page
 * would be rendered without it, and again in one long task.
 */
function EmbeddedData({ client }: { client: QueryClient }) {
  if (!hasEmbedded()) return null;
  deadline ??= performance.now() + MAX_WAIT_MS;
  const missing = performance.now() < deadline && fetchMissing(client);
  if (missing) use(Promise.race([missing, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]));
  return null;
}

queue.onReconnect(retryFailedLoads);
addTableSettingsToUrl();
const router = createAppRouter(createBrowserHistory());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
