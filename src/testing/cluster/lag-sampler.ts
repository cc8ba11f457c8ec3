import { setTimeout as delay } from 'node:timers/promises';
import { status } from '#contract/status.ts';

const INTERVAL_MS = 500;

interface Sample {
  /** In milliseconds of `performance.now`. */
  readonly at: number;
  /** The largest lag of the sampled feeds. */
  readonly seconds: number;
}

/** Samples the lag of the feeds, as `/status` reports it. */
export class LagSampler {
  readonly #samples: Sample[] = [];
  readonly #names: ReadonlySet<string>;
  readonly #sampling: Promise<void>;
  #isRunning = true;

  constructor(origin: string, names: readonly string[]) {
    this.#names = new Set(names);
    this.#sampling = this.#sample(origin);
  }

  /** The lag in the latest sample. */
  get current(): number {
    return this.#samples.at(-1)?.seconds ?? Number.POSITIVE_INFINITY;
  }

  /** Seconds from `since` to the last sample with a lag of at least `limit` seconds; 0 if there is none. */
  recoveryTime(since: number, limit: number): number {
    const last = this.#samples.findLast(({ at, seconds }) => at >= since && seconds >= limit);
    return last ? (last.at - since) / 1000 : 0;
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
        const sampled = feeds.filter(({ name }) => this.#names.has(name));
        const seconds = Math.max(...sampled.map(({ lagSeconds = Number.POSITIVE_INFINITY }) => lagSeconds));
        this.#samples.push({ at: performance.now(), seconds });
      }
      await delay(INTERVAL_MS);
    }
  }
}
