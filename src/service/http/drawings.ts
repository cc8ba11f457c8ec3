import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { parseAddress } from '#contract/address.ts';
import type { Drawing } from '#service/drawing.ts';
import { InvalidValue, NotFound, type Service } from '#service/service.ts';
import { sendCacheable } from './cacheable.ts';
import { DrawingCache } from './drawing-cache.ts';
import { drawingHeaders } from './headers.ts';
import { routeOf } from './route-path.ts';
import type { StoreAccess } from './store-access.ts';

const CACHE_CONTROL = 'public, max-age=60';

interface Drawings {
  readonly service: Service;
  readonly access: StoreAccess;
  readonly drawings: readonly Drawing[];
  readonly admit: onRequestHookHandler;
}

export function serveDrawings(app: FastifyInstance, { service, access, drawings, admit }: Drawings): void {
  const cache = new DrawingCache(service, access);
  for (const { path, source, variant } of drawings) {
    app.get<{ Params: { address: string } }>(routeOf(path), { onRequest: admit }, async (request, reply) => {
      const address = parseAddress(request.params.address);
      if (address === undefined) throw new InvalidValue('address');
      const body = (await cache.get(source, address))[variant];
      if (body === undefined) throw new NotFound(variant);
      reply.headers(drawingHeaders);
      return sendCacheable(request, reply, { type: 'image/svg+xml', body, cacheControl: CACHE_CONTROL });
    });
  }
}
