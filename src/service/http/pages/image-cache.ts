import { LRUCache } from 'lru-cache';
import type { RawAddress } from '#contract/address.ts';
import { isTemporaryFailure } from '#service/http/errors.ts';
import type { StoreAccess } from '#service/http/operations/store-access.ts';
import type { ImageRenderer } from '#service/image-route.ts';
import type { Service } from '#service/service.ts';

type Drawn = Readonly<Record<string, string>>;
type Draw = () => Promise<Drawn>;

const MAX_BYTES = 32 * 1024 * 1024;
const FRESH_MS = 60_000;

/**
 * Draws once for all who ask meanwhile or in the next minute. What is older is drawn anew, but serves where the store
 * does not answer or is overloaded.
 */
export class RenderedImageCache {
  readonly #service: Service;
  readonly #access: StoreAccess;
  readonly #drawn = new LRUCache<string, Drawn, Draw>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: FRESH_MS,
    fetchMethod: (_key, _stale, { context: draw }) => draw(),
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  });

  constructor(service: Service, access: StoreAccess) {
    this.#service = service;
    this.#access = access;
  }

  /** Drawings of the data as it is now: replacing it makes the older ones unreachable. */
  async get(renderer: ImageRenderer, address: RawAddress): Promise<Drawn> {
    const version = await this.#access.probe.dataVersion();
    const context = () => this.#access.runImage(() => renderer.render(this.#service, address));
    const key = `${renderer.name} ${address} ${version}`;
    try {
      return await this.#drawn.forceFetch(key, { context });
    } catch (error) {
      const stale = isTemporaryFailure(error) ? this.#drawn.get(key, { allowStale: true }) : undefined;
      if (stale) return stale;
      throw error;
    }
  }
}

/** Bytes of the texts, which are ASCII, with something for the entry itself. */
function sizeOf(drawn: Drawn, key: string): number {
  return Object.values(drawn).reduce((sum, text) => sum + text.length, key.length + 200);
}
