import './no-eval.ts';
import '#web/style/fonts.css';
import '#web/style/tokens.css';
import '#web/style/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { jettonList } from '#web/api/queries.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { screenAt } from '#web/url/use-screen.ts';
import { router } from './router.tsx';

const client = createQueryClient();
const screen = screenAt(router.latestLocation);
// Its answer is under way while the page is drawn for the first time; what goes wrong is told there.
if (screen) client.infiniteQuery(jettonList(screen.filter)).catch(() => undefined);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
