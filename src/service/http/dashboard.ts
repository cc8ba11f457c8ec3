import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable } from './cacheable.ts';
import { fileCompression } from './compression.ts';
import { dashboardHeaders } from './headers.ts';

const UNCHANGING = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'no-cache';
const CARD = 'content="/social-card.png"';

export type SendDashboard = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

interface Dashboard {
  /** Folder of the built page. */
  readonly root: string;
  readonly baseUrlOf: (request: FastifyRequest) => string;
}

/** Serves the built page's files; answers how to send the page itself. */
export async function serveDashboard(
  app: FastifyInstance,
  { root, baseUrlOf }: Dashboard,
): Promise<SendDashboard> {
  const send: SendDashboard = (request, reply) => {
    const page = readFileSync(join(root, 'index.html'), 'utf8');
    // Whoever shows a link with its picture wants the picture's whole address.
    const body = page.replace(CARD, () => CARD.replace('"/', `"${baseUrlOf(request)}/`));
    const type = 'text/html; charset=utf-8';
    reply.headers(dashboardHeaders);
    return sendCacheable(request, reply, { type, body, cacheControl: ASKED_AGAIN });
  };
  await app.register(async (files) => {
    await files.register(compress, fileCompression);
    files.addHook('onRequest', (request, reply, next) => {
      // The build puts a hash of the content into the names there.
      const isHashed = request.url.startsWith('/assets/');
      reply.headers(dashboardHeaders).header('cache-control', isHashed ? UNCHANGING : ASKED_AGAIN);
      next();
    });
    files.get('/', send);
    await files.register(fastifyStatic, {
      root,
      wildcard: false,
      decorateReply: false,
      cacheControl: false,
      index: false,
    });
  });
  return send;
}
