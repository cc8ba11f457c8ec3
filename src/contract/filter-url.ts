import * as z from 'zod/mini';
import { flatten, type QueryEntry, QueryFormatError, unflatten } from './flatten.ts';
import { type JettonListFilterInput, jettonListFilter } from './jetton-filter.ts';

const defaults = z.parse(jettonListFilter, {});

/** Returns the filter as URL query entries, without defaults and without the cursor, so that a link opens the first page. */
export function serializeFilter(filter: JettonListFilterInput): QueryEntry[] {
  const { cursor: _, ...fields } = filter;
  const changed = Object.entries(fields).filter(([key, value]) => Reflect.get(defaults, key) !== value);
  return flatten(Object.fromEntries(changed));
}

/** The inverse of `serializeFilter`. Drops entries with invalid values. */
export function parseFilter(entries: Iterable<QueryEntry>): JettonListFilterInput {
  let remaining = Array.from(entries).filter(([key]) => key !== 'cursor');
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
