/** In milliseconds. Longer waits that sources demand are shortened to an hour. */
const MAX_WAIT = 3_600_000;

/** Parses a `Retry-After` header (seconds or an HTTP date). Returns milliseconds, at most an hour. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT);
}
