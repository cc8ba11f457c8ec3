import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { JettonPage } from '#web/api/decoding/jetton-page.ts';

/** The rows of the pages that were loaded, and from which of them each came. */
export interface RowList {
  readonly pages: readonly JettonPage[];
  readonly rows: readonly ListedJetton[];
  /** By row. */
  readonly pageOf: readonly JettonPage[];
  readonly indexOf: ReadonlyMap<string, number>;
}

export const emptyRowList: RowList = { pages: [], rows: [], pageOf: [], indexOf: new Map() };

/**
 * All rows in the order of their pages; a jetton that sank while pages were read stays where it was met first. Goes on
 * from the list before where pages were only added: walking all of 100,000 rows at every page would be felt.
 */
export function extendRows(known: RowList, pages: readonly JettonPage[]): RowList {
  if (known.pages === pages) return known;
  const goesOn = known.pages.every((page, index) => page === pages[index]);
  const base = goesOn ? known : emptyRowList;
  const rows = [...base.rows];
  const pageOf = [...base.pageOf];
  const indexOf = new Map(base.indexOf);
  for (const page of pages.slice(base.pages.length)) {
    for (const jetton of page.jettons) {
      if (indexOf.has(jetton.identity.address)) continue;
      indexOf.set(jetton.identity.address, rows.length);
      rows.push(jetton);
      pageOf.push(page);
    }
  }
  return { pages, rows, pageOf, indexOf };
}
