import * as z from 'zod/mini';
import { type QueryEntry, QueryFormatError, unflatten } from './dotted-keys.ts';
import { type JettonListFilterInput, jettonListFilter } from './jetton-filter.ts';

/** Parses a flattened filter. The inverse of `flatten`. Drops entries with invalid values instead of failing. */
export function parseFilter(entries: Iterable<QueryEntry>): JettonListFilterInput {
  let remaining = Array.from(entries);
  for (;;) {
    const result = tryParse(remaining);
    if ('filter' in result) return result.filter;
    remaining = without(remaining, result.invalidPath);
  }
}

type ParseResult = { filter: JettonListFilterInput } | { invalidPath: readonly PropertyKey[] };

function tryParse(entries: readonly QueryEntry[]): ParseResult {
  try {
    const filter: JettonListFilterInput = unflatten(jettonListFilter, entries);
    const { success, error } = z.safeParse(jettonListFilter, filter);
    return success ? { filter } : { invalidPath: error.issues[0]?.path ?? [] };
  } catch (error) {
    if (error instanceof QueryFormatError) return { invalidPath: error.key.split('.') };
    throw error;
  }
}

/** Removes the entries at or under `path`. If there are none, as for a missing field, removes those under its parent. */
function without(entries: readonly QueryEntry[], path: readonly PropertyKey[]): QueryEntry[] {
  const prefix = path.filter((part) => typeof part === 'string').join('.');
  const others = entries.filter(([key]) => prefix !== '' && key !== prefix && !key.startsWith(`${prefix}.`));
  return others.length < entries.length ? others : without(entries, path.slice(0, -1));
}
