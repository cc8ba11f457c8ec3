const FIRST_MS = 1_000;
const LAST_MS = 60_000;

/**
 * Delay before the next attempt after `failures` ≥ 1 failed ones: random up to 1 s, doubling up to 60 s ("full jitter"),
 * but at least what the source demands. In milliseconds.
 */
export function retryDelay(failures: number, retryAfter = 0, random = Math.random): number {
  const limit = Math.min(LAST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.max(retryAfter, random() * limit);
}
