import { toRequest } from '#contract/request-encoding.ts';
import { getStream, MAX_STREAM_POOLS } from '#contract/stream.ts';
import { asFields, asString } from './fields.ts';
import { loadSettings } from './settings.ts';

/**
 * A pool is reported at once and, because responses may be cached for two seconds, once more later. In between, further
 * changes are not reported.
 */
const REPEAT_MS = 5_000;
/** Time until a stream that the service has refused, or does not have, is opened again. Doubles with each attempt. */
const RETRY_MS = { first: 30_000, last: 600_000 };

/** Time without other pools until the stream is opened. */
const OPENING_MS = 500;

type Listener = () => void;

/**
 * Follows the swaps of pools by one stream of the service, while the page is visible: browsers open few connections to a
 * host, which hidden tabs must not take. Listeners are called when a pool may have new swaps.
 */
class FollowedPools {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #repeats = new Map<string, ReturnType<typeof setTimeout>>();
  #source: EventSource | undefined;
  /** The pools of the stream. */
  #followed = '';
  #isReady = false;
  #retryMs = RETRY_MS.first;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;

  /** Whether changes of pools are reported. Otherwise they have to be polled. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Calls `listener` when a pool may have new swaps. Returns a function that ends it. */
  follow(pool: string, listener: Listener): () => void {
    if (this.#listeners.size === 0) document.addEventListener('visibilitychange', this.#update);
    const listeners = this.#listeners.get(pool) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(pool, listeners);
    this.#schedule();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(pool);
      if (this.#listeners.size === 0) document.removeEventListener('visibilitychange', this.#update);
      this.#schedule();
    };
  }

  /** Later, because the charts of a page are opened one after the other. */
  #schedule(): void {
    clearTimeout(this.#opening);
    this.#opening = setTimeout(this.#update, OPENING_MS);
  }

  /** Opens the stream of the current pools, or closes it if it is not needed. */
  readonly #update = (): void => {
    const pools = document.hidden ? [] : [...this.#listeners.keys()].sort().slice(0, MAX_STREAM_POOLS);
    const followed = pools.join();
    if (followed === this.#followed) return;
    this.#close();
    this.#followed = followed;
    if (pools.length > 0) void this.#open(pools);
  };

  async #open(pools: readonly string[]): Promise<void> {
    const settings = await loadSettings().catch(() => undefined);
    // An EventSource cannot send a key.
    if (settings?.apiKey !== '' || this.#followed !== pools.join()) return;
    const { url } = toRequest(getStream, { transactions: [...pools] });
    const source = new EventSource(settings.baseUrl + url);
    this.#source = source;
    // Streams that cannot be resumed begin with a reset.
    for (const event of ['ready', 'reset'])
      source.addEventListener(event, () => {
        this.#isReady = true;
        this.#retryMs = RETRY_MS.first;
        for (const pool of pools) this.#report(pool);
      });
    source.addEventListener('transaction', ({ data }: MessageEvent<string>) => {
      const pool = asString(asFields(JSON.parse(data)).poolAddress);
      if (pool !== undefined) this.#report(pool);
    });
    source.onerror = () => {
      this.#isReady = false;
      if (source.readyState !== EventSource.CLOSED) return;
      this.#retry = setTimeout(() => {
        this.#followed = '';
        this.#update();
      }, this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.last);
    };
  }

  #close(): void {
    clearTimeout(this.#retry);
    for (const timer of this.#repeats.values()) clearTimeout(timer);
    this.#repeats.clear();
    this.#source?.close();
    this.#source = undefined;
    this.#isReady = false;
  }

  #report(pool: string): void {
    if (this.#repeats.has(pool)) return;
    this.#notify(pool);
    this.#repeats.set(
      pool,
      setTimeout(() => {
        this.#repeats.delete(pool);
        this.#notify(pool);
      }, REPEAT_MS),
    );
  }

  #notify(pool: string): void {
    for (const listener of this.#listeners.get(pool) ?? []) listener();
  }
}

/** The pools that the page follows, by one stream for all. */
export const followedPools = new FollowedPools();
