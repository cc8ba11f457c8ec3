import { setTimeout as delay } from 'node:timers/promises';
import { type FeedStatus, status } from '#contract/status.ts';

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

/** Returns the state of feeds that `/status` reports. */
export async function fetchFeeds(origin: string): Promise<readonly FeedStatus[]> {
  const response = await fetch(`${origin}/status`);
  return status.parse(await response.json()).feeds;
}

const INTERVAL_MS = 500;

/** Samples the state of feeds that `/status` reports. */
export class FeedSampler {
  readonly #samples: FeedSample[] = [];
  readonly #names: ReadonlySet<string>;
  readonly #sampling: Promise<void>;
  #isRunning = true;

  constructor(origin: string, names: readonly string[]) {
    this.#names = new Set(names);
    this.#sampling = this.#sample(origin);
  }

  /** The largest lag in the latest sample, in seconds. */
  get lag(): number {
    const latest = this.#samples.at(-1);
    return latest ? maxLag(latest) : Number.POSITIVE_INFINITY;
  }

  /** Seconds from `since` to the last sample with a lag of at least `limit` seconds; 0 if there is none. */
  recoveryTime(since: number, limit: number): number {
    const last = this.#samples.findLast((sample) => sample.at >= since && maxLag(sample) >= limit);
    return last ? (last.at - since) / 1000 : 0;
  }

  /** The longest time after `since`, in seconds, in which a feed stored nothing new. */
  longestPause(since: number): number {
    return longestPause(this.#samples.filter(({ at }) => at >= since));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#sampling;
  }

  async #sample(origin: string): Promise<void> {
    while (this.#isRunning) {
      const found = await fetchFeeds(origin).catch(() => undefined);
      const feeds = found?.filter(({ name }) => this.#names.has(name));
      if (feeds) this.#samples.push({ at: performance.now(), feeds });
      await delay(INTERVAL_MS);
    }
  }
}
