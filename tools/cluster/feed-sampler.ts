import { setTimeout as delay } from 'node:timers/promises';
import { status } from '#contract/status.ts';
import { type FeedSample, longestPause, maxLag } from './feed-samples.ts';

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
      const response = await fetch(`${origin}/status`).catch(() => undefined);
      if (response?.ok) {
        const { feeds } = status.parse(await response.json());
        this.#samples.push({
          at: performance.now(),
          feeds: feeds.filter(({ name }) => this.#names.has(name)),
        });
      }
      await delay(INTERVAL_MS);
    }
  }
}
