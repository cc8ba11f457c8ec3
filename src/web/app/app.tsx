import '#web/style/fonts.css';
import '#web/style/layout.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.ts';

/** Resolves the route of the current URL, so that the first render shows its page. */
export function loadRoute(): Promise<void> {
  return router.load();
}

export function render(client: QueryClient): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
