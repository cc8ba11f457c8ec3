import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type JettonListFilterInput, jettonListFilter } from '#contract/jetton-filter.ts';
import { type Page, type PageRow, queryJettonPage } from '#service/operations/lists/jetton-page.ts';
import type { Store } from '#service/store/database.ts';

export function queryPage({ db }: Store, filter: JettonListFilterInput): Promise<Page<PageRow>> {
  return queryJettonPage(db, z.parse(jettonListFilter, filter), { columns: sql`j.id` });
}

/** Returns the addresses on all pages of a query, in order. */
export async function collectAddresses(
  store: Store,
  filter: JettonListFilterInput,
  betweenPages: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const collected: string[] = [];
  for (let cursor = '', page = 1; ; page += 1) {
    const { rows, next } = await queryPage(store, { ...filter, cursor });
    collected.push(...rows.map(({ address }) => address));
    if (!next) return collected;
    cursor = next;
    await betweenPages(page);
  }
}
