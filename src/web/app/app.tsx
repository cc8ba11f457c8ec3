import '#web/style/fonts.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { addTableSettingsToUrl } from '#web/list/table-layout.ts';
import { createAppRouter } from './create-app-router.ts';

/** Resolves the route of the current URL, so that the first render shows its page. */
export function loadRoute(): Promise<void> {
  return router.load();
}

export function render(client: QueryClient): void {
  // On a page that the service has rendered, `take-over.ts` replaces that when this one shows the same.
  const root = document.getElementById('next-root') ?? document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

addTableSettingsToUrl();
export const router = createAppRouter(createBrowserHistory());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
