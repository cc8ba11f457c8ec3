import { LRUCache } from 'lru-cache';
import type { Operation } from '#contract/operations.ts';
import { entityTag } from '#service/server/cacheable.ts';

/** The body of a response with its entity tag. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly tag: string;
}

type Respond = () => Promise<Buffer>;

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
        const body = await respond();
        return { body, tag: entityTag(body) };
      },
      // If a round ends during a call, the requests that wait for it still get its response, later requests do not.
      ignoreFetchAbort: true,
    });
  }

  /** Returns a cached response, or that of `respond`, whose errors are not cached. */
  get(operation: Operation, input: object, baseUrl: string, respond: Respond): Promise<CachedResponse> {
    const key = `${operation.name} ${baseUrl} ${canonicalText(input)}`;
    return this.#responses.forceFetch(key, { context: respond });
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
