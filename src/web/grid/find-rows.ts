import { foldCase } from '#contract/fold-case.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';

type SearchableRow = Pick<ListedJetton, 'identity'>;

// Folding the texts of 100,000 rows takes a tenth of a second, so each row is folded once.
const foldedTexts = new WeakMap<SearchableRow, string>();

/** Returns the indexes of the first `count` rows whose symbol, name or address contains the query, ignoring case. */
export function findRows(rows: readonly SearchableRow[], count: number, query: string): number[] {
  const foldedQuery = foldCase(query.trim());
  if (foldedQuery === '') return [];
  const matches: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const row = rows[index];
    if (row && foldedTextOf(row).includes(foldedQuery)) matches.push(index);
  }
  return matches;
}

function foldedTextOf(row: SearchableRow): string {
  const cached = foldedTexts.get(row);
  if (cached !== undefined) return cached;
  const { symbol, name, userFriendly } = row.identity;
  // The query is one line, so it cannot match across two of the texts.
  const folded = foldCase([symbol, name, userFriendly].join('\n'));
  foldedTexts.set(row, folded);
  return folded;
}
