import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { MAX_LIMIT } from '#contract/page.ts';
import { askJettons } from './ask.ts';
import type { ListedJetton } from './strangers.ts';

/** The whole result, page by page, behind everything that the page itself asks for. */
export async function* walkList(
  filter: JettonListFilterInput,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedJetton[]> {
  let cursor: string | undefined;
  for (;;) {
    const page = await askJettons({ limit: MAX_LIMIT, ...filter, cursor }, { signal, priority: 'export' });
    yield page.items;
    // The same again would never end.
    if (page.next === undefined || page.next === cursor) return;
    cursor = page.next;
  }
}
