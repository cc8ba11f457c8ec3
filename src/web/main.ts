import './no-eval.ts';
import { parseQuery } from '#web/url/query-string.ts';
import { screenFromLocation } from '#web/url/screen.ts';
import { jettonList } from './api/queries/queries.ts';
import { createQueryClient } from './api/transport/query-client.ts';

// The list is asked for while the page's own scripts are still compiled, and what answers soon is drawn at once: bones
// that stand for a moment would only make the rows come later.
const LONGEST_WAIT = 150;

const client = createQueryClient();
void start();

async function start(): Promise<void> {
  const { pathname, search } = location;
  const screen = screenFromLocation({ pathname, search: parseQuery(search) });
  // What goes wrong is told on the page.
  const answer = screen && client.infiniteQuery(jettonList(screen.filter)).catch(() => undefined);
  const { draw, route } = await import('./app.tsx');
  if (answer) await Promise.race([Promise.allSettled([answer, route()]), pause(LONGEST_WAIT)]);
  draw(client);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
