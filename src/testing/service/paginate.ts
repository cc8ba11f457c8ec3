import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type JettonListFilterInput, jettonListFilter } from '#contract/jetton-filter.ts';
import { type Page, type PageRow, queryJettonPage } from '#service/queries/jetton-page.ts';
import type { Store } from '#service/store/store.ts';

export function pageOf({ db }: Store, filter: JettonListFilterInput): Promise<Page<PageRow>> {
  return queryJettonPage(db, z.parse(jettonListFilter, filter), { columns: sql`j.id` });
}

/** Addresses in the order in which the pages of a query show them. */
export async function walkPages(
  store: Store,
  filter: JettonListFilterInput,
  betweenPages: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const met: string[] = [];
  for (let cursor = '', page = 1; ; page += 1) {
    const { rows, next } = await pageOf(store, { ...filter, cursor });
    met.push(...rows.map(({ address }) => address));
    if (!next) return met;
    cursor = next;
    await betweenPages(page);
  }
}
