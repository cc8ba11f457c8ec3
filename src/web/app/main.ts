import './no-eval.ts';
import './segmenter.ts';
// In the first script, so that it precedes the styles of all lazily loaded parts.
import '#web/style/layout.css';
import { queue, service } from '#web/api/client/api-client.ts';
import { createQueryClient, probeDuringOutage, refetchOnReconnect } from '#web/api/client/query-client.ts';
import { jettonList } from '#web/list/jetton-queries.ts';
import { HOME_PATH, listFilterOf, parseScreenSearch } from '#web/list/list-state.ts';

// The list is requested while the app's scripts are still loading. The first render waits for it this long to avoid a
// flash of placeholder rows.
const MAX_WAIT_MS = 150;

const client = createQueryClient();
refetchOnReconnect(client, queue);
probeDuringOutage(queue, () => service.fetchStatus());
void start();

async function start(): Promise<void> {
  const { pathname, search } = location;
  const screen = pathname === HOME_PATH ? parseScreenSearch(search).screen : undefined;
  // Errors are ignored here: the page requests the list again and reports them.
  const firstList = screen && client.infiniteQuery(jettonList(listFilterOf(screen))).catch(() => undefined);
  // In parallel with the app, which would request it when it starts. The router reports errors.
  if (screen) import('#web/screener/screener-page.tsx').catch(() => undefined);
  const { render, loadRoute } = await import('./app.tsx');
  // Other pages have their own scripts. Until these are loaded, the shell in index.html stays.
  await (firstList
    ? Promise.race([Promise.allSettled([firstList, loadRoute()]), delay(MAX_WAIT_MS)])
    : loadRoute());
  render(client);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
