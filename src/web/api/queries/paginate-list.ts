import { MAX_LIMIT } from '#contract/pagination.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { ListFilter } from '#web/lib/screen/list-filter.ts';
import { fetchJettons } from './requests.ts';

/** Yields all pages of the list, with the lowest request priority. */
export async function* paginateList(
  filter: ListFilter,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedJetton[]> {
  let cursor: string | undefined;
  for (;;) {
    const page = await fetchJettons({ limit: MAX_LIMIT, ...filter, cursor }, { signal, priority: 'export' });
    yield page.items;
    // A repeated cursor would loop forever.
    if (page.next === undefined || page.next === cursor) return;
    cursor = page.next;
  }
}
