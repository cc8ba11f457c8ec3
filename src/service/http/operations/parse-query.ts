import type { QueryEntry } from '#contract/flatten.ts';
import { InvalidValueError } from '#service/service.ts';

const PRINTABLE_ASCII = /^[!-~]*$/;

/**
 * Entries of an address's query, repeated ones kept. URLSearchParams alone would read bad percent-encoding as text;
 * a zero character is refused because no PostgreSQL text can hold it.
 */
export function parseQuery(url: string): Iterable<QueryEntry> {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const query = url.slice(start + 1);
  if (!PRINTABLE_ASCII.test(query) || query.includes('%00') || !isDecodable(query))
    throw new InvalidValueError('query');
  return new URLSearchParams(query);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
