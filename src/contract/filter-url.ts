import * as z from 'zod/mini';
import { flatten, type QueryEntry, QueryFormatError, unflatten } from './flatten.ts';
import { type JettonListFilterInput, jettonListFilter } from './jetton-filter.ts';

const defaults = z.parse(jettonListFilter, {});

/**
 * The filter as the page's address bar carries it: the entries of a URLSearchParams. Defaults are left out, and so is
 * the cursor: a link opens the first page.
 */
export function serializeFilter(filter: JettonListFilterInput): QueryEntry[] {
  const { cursor: _, ...fields } = filter;
  const kept = Object.entries(fields).filter(([key, value]) => Reflect.get(defaults, key) !== value);
  return flatten(Object.fromEntries(kept));
}

/** The inverse of `serializeFilter`; an invalid value reads as absent. */
export function parseFilter(entries: Iterable<QueryEntry>): JettonListFilterInput {
  let left = Array.from(entries).filter(([key]) => key !== 'cursor');
  for (;;) {
    const reading = tryReading(left);
    if ('filter' in reading) return reading.filter;
    left = without(left, reading.faulty);
  }
}

type Reading = { filter: JettonListFilterInput } | { faulty: readonly PropertyKey[] };

function tryReading(entries: readonly QueryEntry[]): Reading {
  try {
    const filter: JettonListFilterInput = unflatten(jettonListFilter, entries);
    const { success, error } = z.safeParse(jettonListFilter, filter);
    return success ? { filter } : { faulty: error.issues[0]?.path ?? [] };
  } catch (error) {
    if (error instanceof QueryFormatError) return { faulty: error.key.split('.') };
    throw error;
  }
}

/** The entries without those under `path`; where none is (a part is missing), without those beside it. */
function without(entries: readonly QueryEntry[], path: readonly PropertyKey[]): QueryEntry[] {
  const prefix = path.filter((part) => typeof part === 'string').join('.');
  const others = entries.filter(([key]) => prefix !== '' && key !== prefix && !key.startsWith(`${prefix}.`));
  return others.length < entries.length ? others : without(entries, path.slice(0, -1));
}
