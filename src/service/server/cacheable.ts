import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of responses whose URL changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Of operations. */
export const BRIEF = 'public, max-age=2';

/**
 * What content delivery networks may do in addition (RFC 9213). A browser would give a page that requests what has just
 * changed the response from before.
 */
const BRIEF_OF_NETWORKS = 'max-age=2, stale-while-revalidate=8';

/** Returns a weak entity tag: plain and compressed responses share it. */
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
  /** Request headers that the response depends on. */
  readonly vary?: string;
  /** Precomputed entity tag of the body. */
  readonly tag?: string;
}

/** Sends a GET response with its ETag, or 304 if the client already has this body. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, cacheControl, status = 200, vary = 'accept-encoding', tag = entityTag(body) }: Cacheable,
): FastifyReply {
  reply.header('etag', tag).header('cache-control', cacheControl).header('vary', vary);
  if (cacheControl === BRIEF) reply.header('cdn-cache-control', BRIEF_OF_NETWORKS);
  const ifNoneMatch = request.headers['if-none-match'];
  // Errors are always sent in full.
  if (status === 200 && ifNoneMatch !== undefined && matches(ifNoneMatch, tag)) return reply.code(304).send();
  reply.code(status).header('content-type', type);
  // Fastify strips the body from HEAD responses of routes and needs it for Content-Length. Outside routes, set the length here.
  if (request.method !== 'HEAD' || !request.is404) return reply.send(body);
  return reply.header('content-length', Buffer.byteLength(body)).send();
}
