import { LRUCache } from 'lru-cache';
import type { Operation } from '#contract/operations.ts';
import { entityTag } from '#service/server/cacheable.ts';
import type { Position } from '#service/store/position.ts';

/** The response of an operation. */
export interface EncodedResponse {
  readonly body: Buffer;
  readonly type: string;
  /** Cursor of the next page, unless the body contains it. */
  readonly next?: string | undefined;
}

/** A response and the position of its data. */
export interface PositionedResponse extends EncodedResponse {
  readonly position: Position;
}

/** A response with the entity tag of its body. */
export interface CachedResponse extends PositionedResponse {
  readonly tag: string;
}

type Respond = () => Promise<PositionedResponse>;

const MAX_AGE_MS = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Approximate overhead of an entry. */
const ENTRY_BYTES = 500;

/**
 * Caches responses for two seconds or until the next round, and shares one call of the store between concurrent requests
 * for the same response.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse, Respond>;

  constructor(maxAgeMilliseconds = MAX_AGE_MS, maxBytes = MAX_BYTES) {
    this.#responses = new LRUCache<string, CachedResponse, Respond>({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY_BYTES,
      ttl: maxAgeMilliseconds,
      fetchMethod: async (_key, _stale, { context: respond }) => {
        const response = await respond();
        return { ...response, tag: entityTag(response.body) };
      },
      // If a round ends during a call, the requests that wait for it still get its response, later requests do not.
      ignoreFetchAbort: true,
    });
  }

  /**
   * Returns a cached response, unless it is older than `atLeast`, or that of `respond`, which may be older. Errors are not
   * cached.
   */
  async get(
    operation: Operation,
    input: object,
    baseUrl: string,
    respond: Respond,
    atLeast = 0n,
  ): Promise<CachedResponse> {
    const key = `${operation.name} ${baseUrl} ${canonicalText(input)}`;
    let isOwn = false;
    const context = () => {
      isOwn = true;
      return respond();
    };
    this.#removeOlder(key, atLeast);
    const response = await this.#responses.forceFetch(key, { context });
    if (isOwn || response.position.transaction >= atLeast) return response;
    // Of a call that had begun before this request.
    this.#removeOlder(key, atLeast);
    return await this.#responses.forceFetch(key, { context });
  }

  #removeOlder(key: string, position: bigint): void {
    const cached = this.#responses.peek(key);
    if (cached && cached.position.transaction < position) this.#responses.delete(key);
  }

  /** Removes all responses. Call it when values may have changed. */
  clear(): void {
    this.#responses.clear();
  }
}

/** Returns the same text for equal inputs: parsed inputs have their fields in the order of the schema. */
function canonicalText(input: object): string {
  return JSON.stringify(input, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
