import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { IMMUTABLE } from '#service/server/cacheable.ts';
import { fileCompression } from '#service/server/compression.ts';
import { sendError } from '#service/server/errors.ts';
import { dashboardHeaders } from '#service/server/headers.ts';
import { acceptsHtml } from './negotiate.ts';
import { createPageSender, type Pages, REVALIDATED, type SendPage } from './page-sender.ts';

interface Dashboard extends Pages {
  readonly admit: onRequestHookHandler;
}

/** Serves the files of the built dashboard. Returns the function that sends its pages. */
export async function serveDashboard(app: FastifyInstance, dashboard: Dashboard): Promise<SendPage> {
  const send = createPageSender(app, dashboard);
  await app.register(async (files) => {
    await files.register(compress, fileCompression);
    files.addHook('onRequest', dashboard.admit);
    files.addHook('onRequest', (request, reply, next) => {
      // The build puts a content hash into the names of assets.
      const isHashed = request.url.startsWith('/assets/');
      reply
        .headers(dashboardHeaders)
        .header('cache-control', isHashed ? IMMUTABLE : REVALIDATED)
        .header('vary', 'accept-encoding');
      next();
    });
    files.get('/', (request, reply) =>
      acceptsHtml(request.headers.accept) ? send(request, reply, '/') : sendError(reply, 404),
    );
    await files.register(fastifyStatic, {
      root: dashboard.root,
      wildcard: false,
      decorateReply: false,
      // The build writes compressed files next to the originals.
      preCompressed: true,
      cacheControl: false,
      index: false,
    });
  });
  return send;
}
