import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak, because one tag stands for the plain and the compressed form. */
export function entityTag(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim();
    return candidate === '*' || candidate === tag || `W/${candidate}` === tag;
  });
}

interface Cacheable {
  readonly type: string;
  readonly body: string | Buffer;
  readonly cacheControl: string;
  readonly status?: number;
  /** The request's headers that the answer depends on. */
  readonly vary?: string;
  /** The body's entity tag, where it is known already. */
  readonly tag?: string;
}

/** Answers a GET with its ETag, or with 304 where the caller has that body already. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, cacheControl, status = 200, vary = 'accept-encoding', tag = entityTag(body) }: Cacheable,
): FastifyReply {
  reply.header('etag', tag).header('cache-control', cacheControl).header('vary', vary);
  const ifNoneMatch = request.headers['if-none-match'];
  // Errors are always sent in full.
  if (status === 200 && ifNoneMatch !== undefined && matches(ifNoneMatch, tag)) return reply.code(304).send();
  reply.code(status).header('content-type', type);
  // The framework removes the body of a routed HEAD; without a body here it would report 0 bytes.
  if (request.method !== 'HEAD' || !request.is404) return reply.send(body);
  return reply.header('content-length', Buffer.byteLength(body)).send();
}
