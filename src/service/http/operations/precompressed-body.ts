import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, sendCacheable } from '#service/http/cacheable.ts';
import { selectEncoding } from '#service/http/pages/negotiate.ts';

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
// 300 kB of documentation: 8 ms; the best quality takes half a second for 15 % less.
const BROTLI_QUALITY = 5;

/** A body in every encoding it is sent in, compressed once and not for each request. */
export interface PrecompressedBody {
  readonly tag: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

export async function precompress(text: string): Promise<PrecompressedBody> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gzipped] = await Promise.all([compressBrotli(identity, { params }), compressGzip(identity)]);
  return { tag: entityTag(identity), identity, gzip: gzipped, br };
}

/** Answers a GET with a prepared body in the best encoding that the caller takes. */
export function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PrecompressedBody,
  headers: { readonly type: string; readonly cacheControl: string },
): FastifyReply {
  const encoding = selectEncoding(String(request.headers['accept-encoding'] ?? ''), ['br', 'gzip']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return sendCacheable(request, reply, {
    ...headers,
    body: prepared[encoding ?? 'identity'],
    tag: prepared.tag,
  });
}
