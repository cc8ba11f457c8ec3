const FIRST = 1000;
const LONGEST = 30_000;
const MOST_JITTER = 1000;

/**
 * Milliseconds to wait after the `count`th failure in a row: as long as the service asks, else doubling. Up to half
 * more, so that many pages do not come back at once.
 */
export function backoffDelay(count: number, asked?: number): number {
  const wait = asked ?? Math.min(FIRST * 2 ** (count - 1), LONGEST);
  return Math.max(wait, FIRST / 4) + Math.random() * Math.min(wait / 2, MOST_JITTER);
}
