import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { parseAddress } from '#contract/address.ts';
import type { Drawing } from '#service/drawing.ts';
import { sendCacheable } from '#service/http/cacheable.ts';
import { imageHeaders } from '#service/http/headers.ts';
import { toRoutePath } from '#service/http/operations/route-path.ts';
import type { StoreAccess } from '#service/http/operations/store-access.ts';
import { InvalidValue, NotFound, type Service } from '#service/service.ts';
import { RenderedImageCache } from './image-cache.ts';

const CACHE_CONTROL = 'public, max-age=60';

interface Drawings {
  readonly service: Service;
  readonly access: StoreAccess;
  readonly drawings: readonly Drawing[];
  readonly admit: onRequestHookHandler;
}

export function serveImages(app: FastifyInstance, { service, access, drawings, admit }: Drawings): void {
  const cache = new RenderedImageCache(service, access);
  for (const { path, source, variant } of drawings) {
    app.get<{ Params: { address: string } }>(
      toRoutePath(path),
      { onRequest: admit },
      async (request, reply) => {
        const address = parseAddress(request.params.address);
        if (address === undefined) throw new InvalidValue('address');
        const body = (await cache.get(source, address))[variant];
        if (body === undefined) throw new NotFound(variant);
        reply.headers(imageHeaders);
        return sendCacheable(request, reply, { type: 'image/svg+xml', body, cacheControl: CACHE_CONTROL });
      },
    );
  }
}
