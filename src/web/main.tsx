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
import { loadSettings } from '#web/api/settings.ts';
import type { Screen } from '#web/lib/screen.ts';
import { screenAt } from '#web/url/use-screen.ts';
import { router } from './router.tsx';

// A drawing of the whole page takes as long as a few answers: the list is asked for before it, not behind it.
const LONGEST_WAIT = 150;

const client = createQueryClient();
const screen = screenAt(router.latestLocation);
if (screen) void askFirst(screen).then(draw);
else draw();

/** Asks for the list; done when the question has left, or takes its time. What goes wrong is told on the page. */
async function askFirst({ filter }: Screen): Promise<void> {
  client.infiniteQuery(jettonList(filter)).catch(() => undefined);
  const settings = loadSettings().catch(() => undefined);
  await Promise.race([settings, pause(LONGEST_WAIT)]);
  // The queue sends what was asked in the same breath in one go, after it.
  await pause(0);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function draw(): void {
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
