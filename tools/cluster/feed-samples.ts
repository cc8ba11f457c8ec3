import type { FeedStatus } from '#contract/status.ts';

export interface FeedSample {
  /** In milliseconds. */
  readonly at: number;
  readonly feeds: readonly Pick<FeedStatus, 'name' | 'lagSeconds' | 'events'>[];
}

/** The largest lag of the feeds, in seconds; infinite if one is unknown. */
export function maxLag({ feeds }: FeedSample): number {
  return Math.max(...feeds.map(({ lagSeconds = Number.POSITIVE_INFINITY }) => lagSeconds));
}

/** Returns the longest time, in seconds, in which a feed stored nothing new. */
export function longestPause(samples: readonly FeedSample[]): number {
  const names = new Set(samples.flatMap(({ feeds }) => feeds.map(({ name }) => name)));
  return Math.max(0, ...Array.from(names, (name) => longestPauseOf(name, samples)));
}

function longestPauseOf(name: string, samples: readonly FeedSample[]): number {
  let longest = 0;
  let last: { at: number; ingested: number } | undefined;
  for (const { at, feeds } of samples) {
    const ingested = feeds.find((feed) => feed.name === name)?.events.ingested;
    if (ingested === undefined) continue;
    if (last) longest = Math.max(longest, (at - last.at) / 1000);
    if (!last || ingested > last.ingested) last = { at, ingested };
  }
  return longest;
}
