import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak, because one tag stands for the plain and the compressed form. */
function entityTag(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

function isKnown(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(',').some((entry) => {
    const known = entry.trim();
    return known === '*' || known === tag || `W/${known}` === tag;
  });
}

/** Answers a GET with its ETag, or with 304 where the caller has that body already. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    type,
    body,
    cacheControl,
    status = 200,
  }: {
    readonly type: string;
    readonly body: string | Buffer;
    readonly cacheControl: string;
    readonly status?: number;
  },
): FastifyReply {
  const tag = entityTag(body);
  reply.header('etag', tag).header('cache-control', cacheControl).header('vary', 'accept-encoding');
  const known = request.headers['if-none-match'];
  // What is not there is told each time.
  if (status === 200 && known !== undefined && isKnown(known, tag)) return reply.code(304).send();
  reply.code(status).header('content-type', type);
  // Of a routed HEAD the framework takes the body away; without one it would say that there are 0 bytes.
  if (request.method !== 'HEAD' || !request.is404) return reply.send(body);
  return reply.header('content-length', Buffer.byteLength(body)).send();
}
