import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileCompression } from './compression.ts';
import { dashboardHeaders } from './headers.ts';

const UNCHANGING = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'no-cache';

/** Serves the built page's files; answers how to send the page itself. */
export async function serveDashboard(
  app: FastifyInstance,
  root: string,
): Promise<(reply: FastifyReply) => FastifyReply> {
  await app.register(fastifyStatic, { root, serve: false });
  await app.register(async (files) => {
    await files.register(compress, fileCompression);
    files.addHook('onRequest', (request, reply, next) => {
      // The build puts a hash of the content into the names there.
      const isHashed = request.url.startsWith('/assets/');
      reply.headers(dashboardHeaders).header('cache-control', isHashed ? UNCHANGING : ASKED_AGAIN);
      next();
    });
    await files.register(fastifyStatic, { root, wildcard: false, decorateReply: false, cacheControl: false });
  });
  return (reply) =>
    reply
      .headers(dashboardHeaders)
      .header('cache-control', ASKED_AGAIN)
      .sendFile('index.html', { cacheControl: false });
}
