import type { Status } from '#contract/status.ts';

type Counts = Status['counts'];

const MIN_AGE_MS = 5000;
// Counting millions of swaps takes a while: it gets at most this part of the time.
const SHARE_OF_TIME = 1 / 200;

/**
 * Counts once for each version of the data and remembers. What is older than a few seconds is counted anew behind the
 * caller's back.
 */
export function cacheRowCounts(count: () => Promise<Counts>): (version: string) => Promise<Counts> {
  let known: { version: string; counts: Counts; staleAt: number } | undefined;
  let running: { version: string; counting: Promise<Counts> } | undefined;

  const recount = (version: string): Promise<Counts> => {
    if (running?.version === version) return running.counting;
    const start = performance.now();
    const counting = count()
      .then((counts) => {
        const now = performance.now();
        known = { version, counts, staleAt: now + Math.max(MIN_AGE_MS, (now - start) / SHARE_OF_TIME) };
        return counts;
      })
      .finally(() => {
        running = undefined;
      });
    running = { version, counting };
    return counting;
  };

  return async (version) => {
    if (known?.version !== version) return recount(version);
    // A failure shows at the next call that has to wait for it.
    if (performance.now() > known.staleAt) recount(version).catch(() => undefined);
    return known.counts;
  };
}
