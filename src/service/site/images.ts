import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { parseAddress } from '#contract/address.ts';
import { InvalidValueError, NotFoundError } from '#contract/request-errors.ts';
import type { Service } from '#service/config/context.ts';
import type { ImageRoute } from '#service/operations/jetton-images.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { imageHeaders } from '#service/server/headers.ts';
import type { StoreAccess } from '#service/server/health/store-access.ts';
import { toRoutePath } from '#service/server/requests/serve-operation.ts';
import { RenderedImageCache } from './rendered-image-cache.ts';

const CACHE_CONTROL = 'public, max-age=60';

interface ImageOptions {
  readonly service: Service;
  readonly access: StoreAccess;
  readonly imageRoutes: readonly ImageRoute[];
  readonly admit: onRequestHookHandler;
}

export function serveImages(
  app: FastifyInstance,
  { service, access, imageRoutes, admit }: ImageOptions,
): void {
  const cache = new RenderedImageCache(service, access);
  for (const { path, renderer, variant } of imageRoutes) {
    app.get<{ Params: { address: string } }>(
      toRoutePath(path),
      { onRequest: admit },
      async (request, reply) => {
        const address = parseAddress(request.params.address);
        if (address === undefined) throw new InvalidValueError('address');
        const body = (await cache.get(renderer, address))[variant];
        if (body === undefined) throw new NotFoundError(variant);
        reply.headers(imageHeaders);
        return sendCacheable(request, reply, { type: 'image/svg+xml', body, cacheControl: CACHE_CONTROL });
      },
    );
  }
}
