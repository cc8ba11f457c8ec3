import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TON_ADDRESS } from '#contract/address.ts';
import { pageCard } from '#service/queries/page-card.ts';
import type { Service } from '#service/service.ts';
import { sendCacheable } from './cacheable.ts';
import { fileCompression } from './compression.ts';
import { embedView } from './embed-view.ts';
import { dashboardHeaders, embedHeaders } from './headers.ts';
import { readPagePath } from './page-path.ts';
import { withCard } from './page-tags.ts';

const UNCHANGING = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'no-cache';
const HTML_TYPE = 'text/html; charset=utf-8';
const PICTURE = 'content="/social-card.png"';

/** Sends the page that a path stands for. */
export type SendDashboard = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) => Promise<FastifyReply>;

interface Dashboard {
  /** Folder of the built page. */
  readonly root: string;
  readonly service: Service;
  readonly baseUrlOf: (request: FastifyRequest) => string;
}

/** Serves the built page's files; answers how to send the page itself. */
export async function serveDashboard(
  app: FastifyInstance,
  { root, service, baseUrlOf }: Dashboard,
): Promise<SendDashboard> {
  const send: SendDashboard = async (request, reply, path) => {
    const isEmbed = /^\/embed(\/|$)/.test(path);
    reply.headers(isEmbed ? embedHeaders : dashboardHeaders);
    const file = readFileSync(join(root, isEmbed ? 'embed.html' : 'index.html'), 'utf8');
    const baseUrl = baseUrlOf(request);
    // Whoever shows a link with its picture wants the picture's whole address.
    const page = file.replace(PICTURE, () => PICTURE.replace('"/', `"${baseUrl}/`));
    const { body, status } = isEmbed
      ? { body: page, status: 200 }
      : await carded(request, page, path, baseUrl);
    return sendCacheable(request, reply, { type: HTML_TYPE, body, cacheControl: ASKED_AGAIN, status });
  };
  const carded = async (request: FastifyRequest, page: string, path: string, baseUrl: string) => {
    const plain = { body: page, status: 200 };
    const about = readPagePath(path);
    if (!about) return plain;
    try {
      const card = await pageCard(service.store.db, about.address, about.poolAddress);
      if (card) return { ...plain, body: withCard(page, card, about, baseUrl, embedView(request.url)) };
      // TON is no jetton, and has a page. A reader is told by the page itself what is not there.
      return about.address === TON_ADDRESS && about.poolAddress === undefined
        ? plain
        : { ...plain, status: 404 };
    } catch (error) {
      // The page itself tells its reader what it can and cannot show.
      request.log.error({ err: error }, 'the page goes out without its card');
      return plain;
    }
  };
  await app.register(async (files) => {
    await files.register(compress, fileCompression);
    files.addHook('onRequest', (request, reply, next) => {
      // The build puts a hash of the content into the names there.
      const isHashed = request.url.startsWith('/assets/');
      reply
        .headers(dashboardHeaders)
        .header('cache-control', isHashed ? UNCHANGING : ASKED_AGAIN)
        .header('vary', 'accept-encoding');
      next();
    });
    files.get('/', (request, reply) => send(request, reply, '/'));
    await files.register(fastifyStatic, {
      root,
      wildcard: false,
      decorateReply: false,
      // The build has put what it could compress beside each file.
      preCompressed: true,
      cacheControl: false,
      index: false,
    });
  });
  return send;
}
