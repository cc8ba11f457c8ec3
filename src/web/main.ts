import './no-eval.ts';
import '#web/style/fonts.css';
import '#web/style/tokens.css';
import '#web/style/base.css';
import { jettonList } from '#web/api/queries.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { loadSettings } from '#web/api/settings.ts';
import { parseQuery } from '#web/url/query-text.ts';
import { screenAt } from '#web/url/screen.ts';

// The list is asked for before the page's own scripts are run, and what answers soon is drawn at once: bones that
// stand for a moment would only make the rows come later.
const LONGEST_WAIT = 150;

const client = createQueryClient();
void start();

async function start(): Promise<void> {
  const { pathname, search } = location;
  const screen = screenAt({ pathname, search: parseQuery(search) });
  // What goes wrong is told on the page.
  const answer = screen && client.infiniteQuery(jettonList(screen.filter)).catch(() => undefined);
  if (answer) await Promise.race([sent(), pause(LONGEST_WAIT)]);
  const { draw, route } = await import('./app.tsx');
  if (answer) await Promise.race([Promise.allSettled([answer, route()]), pause(LONGEST_WAIT)]);
  draw(client);
}

/** When the first question has left: the queue sends what was asked in the same breath in one go, after it. */
async function sent(): Promise<void> {
  await loadSettings().catch(() => undefined);
  await pause(0);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
