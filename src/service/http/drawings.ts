import type { FastifyInstance } from 'fastify';
import type { Drawing } from '#service/drawing.ts';
import type { Service } from '#service/service.ts';
import { sendCacheable } from './cacheable.ts';
import { drawingHeaders } from './headers.ts';
import { routeOf } from './route-path.ts';

const CACHE_CONTROL = 'public, max-age=60';

/** Not limited as operations are: one page of the dashboard shows a hundred of them. */
export function serveDrawings(app: FastifyInstance, service: Service, drawings: readonly Drawing[]): void {
  for (const drawing of drawings) {
    app.get<{ Params: Record<string, string> }>(routeOf(drawing.path), async (request, reply) => {
      const body = await drawing.draw(service, request.params);
      reply.headers(drawingHeaders);
      return sendCacheable(request, reply, { type: 'image/svg+xml', body, cacheControl: CACHE_CONTROL });
    });
  }
}
