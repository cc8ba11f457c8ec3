import { parseView, type Query, viewQuery } from '#web/chart/chart-view.ts';

/** What a link to a pool carries: how its chart is to be seen, in the shortest words; what is not understood is dropped. */
export type PoolSearch = Readonly<Record<string, string | readonly string[]>>;

export function poolSearch(query: Query): PoolSearch {
  return viewQuery(parseView(query));
}
