import { LRUCache } from 'lru-cache';
import type { Operation } from '#contract/operations.ts';
import { entityTag } from '#service/http/cacheable.ts';

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
 * Keeps responses for two seconds or until the next round, and shares one call of the store between concurrent requests
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
      // A round ends while a response is being calculated: its requests still get it, but no later ones.
      ignoreFetchAbort: true,
    });
  }

  /** Rejects with the error of `respond`, which is not cached. */
  get(operation: Operation, input: object, baseUrl: string, respond: Respond): Promise<CachedResponse> {
    const key = `${operation.name} ${baseUrl} ${canonicalText(input)}`;
    return this.#responses.forceFetch(key, { context: respond });
  }

  /** All values may have changed. */
  clear(): void {
    this.#responses.clear();
  }
}

/** Parsed inputs have their fields in the order of the schema; amounts and ids can be bigint. */
function canonicalText(input: object): string {
  return JSON.stringify(input, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
