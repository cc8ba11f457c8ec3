import type { Status } from '#contract/status.ts';

type Counts = Status['counts'];

const MIN_AGE_MS = 5000;
// Counting millions of swaps is slow: limit it to this share of the time.
const SHARE_OF_TIME = 1 / 200;

/**
 * Caches the row counts of the current data version. Counts older than a few seconds are returned while they are
 * recounted in the background.
 */
export function cacheRowCounts(count: () => Promise<Counts>): (version: string) => Promise<Counts> {
  let cached: { version: string; counts: Counts; staleAt: number } | undefined;
  let running: { version: string; counting: Promise<Counts> } | undefined;

  const recount = (version: string): Promise<Counts> => {
    if (running?.version === version) return running.counting;
    const start = performance.now();
    const counting = count()
      .then((counts) => {
        const now = performance.now();
        cached = { version, counts, staleAt: now + Math.max(MIN_AGE_MS, (now - start) / SHARE_OF_TIME) };
        return counts;
      })
      .finally(() => {
        running = undefined;
      });
    running = { version, counting };
    return counting;
  };

  return async (version) => {
    if (cached?.version !== version) return recount(version);
    // Errors of background counts are ignored; the next call retries.
    if (performance.now() > cached.staleAt) recount(version).catch(() => undefined);
    return cached.counts;
  };
}
