import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#service/config.ts';
import { sendCacheable } from './cacheable.ts';
import { docsPage, docsStyleHash } from './docs-page.ts';
import { JSON_TYPE } from './errors.ts';
import { plainPageHeaders } from './headers.ts';
import { describeInterface, openApiDocument } from './openapi.ts';

const CACHE_CONTROL = 'no-cache';

/** The interface in words: for programs at `/openapi.json`, for people at `/docs`. */
export function serveDocuments(
  app: FastifyInstance,
  { rateLimit, apiKeys }: Pick<Config, 'rateLimit' | 'apiKeys'>,
  baseUrlOf: (request: FastifyRequest) => string,
): void {
  const described = describeInterface();
  const document = JSON.stringify(openApiDocument(described));
  const page = docsPage(described, { rateLimit, hasKeys: apiKeys !== undefined });
  const pageHeaders = plainPageHeaders(docsStyleHash);
  const send = (request: FastifyRequest, reply: FastifyReply, type: string, template: string) => {
    const body = template.replaceAll('{base_url}', baseUrlOf(request));
    return sendCacheable(request, reply, { type, body, cacheControl: CACHE_CONTROL });
  };
  app.get('/openapi.json', (request, reply) => send(request, reply, JSON_TYPE, document));
  app.get('/docs', (request, reply) =>
    send(request, reply.headers(pageHeaders), 'text/html; charset=utf-8', page),
  );
}
