import type { QueryEntry } from '#contract/dotted-keys.ts';
import { InvalidValueError } from '#contract/request-errors.ts';

const PRINTABLE_ASCII = /^[!-~]*$/;

/**
 * Returns the entries of a URL's query, including repeated ones. Unlike URLSearchParams, throws InvalidValueError on invalid
 * percent-encoding, and on NUL characters, which PostgreSQL cannot store.
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
