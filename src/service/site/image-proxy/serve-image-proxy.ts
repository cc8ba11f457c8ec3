import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { parseAddress } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { findProxiedImage, isContentAddressed, proxiedImagePath } from '#service/operations/jetton-images.ts';
import { IMMUTABLE, sendCacheable } from '#service/server/cacheable.ts';
import { ConcurrencyLimiter } from '#service/server/concurrency-limiter.ts';
import type { StoreAccess } from '#service/server/health/store-access.ts';
import { encodeImage } from './encode-image.ts';
import { fetchImage } from './fetch-image.ts';

/** The path changes with the URL of the image, whose content may change, unless it is on IPFS. */
const CACHE_CONTROL = 'public, max-age=86400';
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_AGE_MS = 24 * 3_600_000;
/** Images that cannot be loaded are requested again after as long. */
const FAILURE_AGE_MS = 10 * 60_000;
const FAILURE_BYTES = 500;
/** Servers of images may take seconds. */
const fetchLimits = { concurrency: 16, maxWaiting: 200, maxExpectedWait: 10_000, maxWait: 15_000 } as const;
/** Decoding may take 64 MB. */
const encodeLimits = { concurrency: 1, maxWaiting: 200, maxExpectedWait: 10_000, maxWait: 15_000 } as const;

export interface ImageProxyOptions {
  readonly service: ServiceContext;
  readonly access: StoreAccess;
  readonly admit: onRequestHookHandler;
  /** Loads the file of an image. Replaceable in tests. */
  readonly load?: ((url: string) => Promise<Buffer>) | undefined;
}

/** Serves the images of jettons in place of their servers, which then do not see who looks. */
export function serveImageProxy(
  app: FastifyInstance,
  { service, access, admit, load = fetchImage }: ImageProxyOptions,
): void {
  const images = cacheImages(load);
  app.get<{ Params: { address: string; hash: string } }>(
    proxiedImagePath(':address', ':hash'),
    { onRequest: admit },
    async (request, reply) => {
      const address = parseAddress(request.params.address);
      const { hash } = request.params;
      const url = address && (await access.runImage(() => findProxiedImage(service.store.db, address, hash)));
      if (url === undefined) throw new NotFoundError(hash);
      const body = await images(url);
      if (!body) throw new NotFoundError(url);
      const cacheControl = isContentAddressed(url) ? IMMUTABLE : CACHE_CONTROL;
      return sendCacheable(request, reply, { type: 'image/webp', body, cacheControl });
    },
  );
}

interface CachedImage {
  /** Undefined if it cannot be loaded. */
  readonly body: Buffer | undefined;
}

/** Returns images by URL; undefined for those that cannot be loaded. Concurrent requests share one. */
function cacheImages(load: (url: string) => Promise<Buffer>): (url: string) => Promise<Buffer | undefined> {
  const fetching = new ConcurrencyLimiter(fetchLimits);
  const encoding = new ConcurrencyLimiter(encodeLimits);
  const cache = new LRUCache<string, CachedImage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, url) => (body?.length ?? 0) + url.length + FAILURE_BYTES,
    ttl: MAX_AGE_MS,
    fetchMethod: async (url, _stale, { options }) => {
      try {
        const file = await fetching.run(() => load(url));
        return { body: await encoding.run(() => encodeImage(file)) };
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        options.ttl = FAILURE_AGE_MS;
        return { body: undefined };
      }
    },
    ignoreFetchAbort: true,
  });
  return async (url) => (await cache.forceFetch(url)).body;
}
