import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '#service/config/config.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import { entityTag, sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import { scriptlessPageHeaders } from '#service/server/headers.ts';
import { RateLimiter } from '#service/server/requests/rate-limiter.ts';
import { selectEncoding } from '#service/site/negotiate.ts';
import { docsPage } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { describeApi, openApiDocument } from './openapi.ts';

const CACHE_CONTROL = 'no-cache';
/** Maximum cached base URLs. The Host header is untrusted, so clients could send any number of them. */
const MAX_BASE_URLS = 16;
const NEW_BASE_URLS_PER_SECOND = 4;

interface Documents {
  readonly config: Pick<Config, 'rateLimit' | 'apiKeys' | 'exchanges'>;
  readonly baseUrls: BaseUrls;
  readonly admit: onRequestHookHandler;
}

/** Serves the API documentation at `/docs` and the OpenAPI document at `/openapi.json`. */
export function serveDocuments(app: FastifyInstance, { config, baseUrls, admit }: Documents): void {
  const { rateLimit, apiKeys, exchanges } = config;
  // When they are first requested: deriving them takes a tenth of a second, by which a start would be longer.
  const description = lazy(() => describeApi(exchanges));
  const documentOf = precompressedByBaseUrl(
    lazy(() => JSON.stringify(openApiDocument(description()))),
    baseUrls.fallback,
  );
  const pageOf = precompressedByBaseUrl(
    lazy(() => docsPage(description(), { rateLimit, hasKeys: apiKeys !== undefined })),
    baseUrls.fallback,
  );
  const pageHeaders = scriptlessPageHeaders(docsStyle);
  const send = async (request: FastifyRequest, reply: FastifyReply, type: string, preparedOf: Prepare) => {
    const prepared = await preparedOf(baseUrls.forRequest(request));
    return sendPrecompressed(request, reply, prepared, { type, cacheControl: CACHE_CONTROL });
  };
  app.get('/openapi.json', { onRequest: admit }, (request, reply) =>
    send(request, reply, JSON_TYPE, documentOf),
  );
  app.get('/docs', { onRequest: admit }, (request, reply) =>
    send(request, reply.headers(pageHeaders), 'text/html; charset=utf-8', pageOf),
  );
}

/** Returns a function that returns what the first call of `create` returned. */
function lazy<Value extends object | string>(create: () => Value): () => Value {
  let created: Value | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

type Prepare = (baseUrl: string) => Promise<PrecompressedBody>;

/** Precompresses a document once per base URL. Uses `fallback` if clients send too many new base URLs. */
function precompressedByBaseUrl(template: () => string, fallback: string): Prepare {
  const prepared = new LRUCache<string, Promise<PrecompressedBody>>({ max: MAX_BASE_URLS });
  const limiter = new RateLimiter();
  const prepare = (baseUrl: string) => {
    const body = precompress(template().replaceAll('{base_url}', baseUrl));
    prepared.set(baseUrl, body);
    return body;
  };
  return (baseUrl) => {
    const found = prepared.get(baseUrl);
    if (found) return found;
    const isAllowed = limiter.take('', NEW_BASE_URLS_PER_SECOND, performance.now()) === 0;
    if (isAllowed) return prepare(baseUrl);
    return prepared.get(fallback) ?? prepare(fallback);
  };
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
// 300 kB of documentation take 8 ms. The best quality is 15% smaller but takes half a second.
const BROTLI_QUALITY = 5;

/** A body compressed once in every supported encoding, instead of once per request. */
interface PrecompressedBody {
  readonly tag: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

async function precompress(text: string): Promise<PrecompressedBody> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gzipped] = await Promise.all([compressBrotli(identity, { params }), compressGzip(identity)]);
  return { tag: entityTag(identity), identity, gzip: gzipped, br };
}

/** Sends a GET response in the best encoding that the client accepts. */
function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: PrecompressedBody,
  headers: { readonly type: string; readonly cacheControl: string },
): FastifyReply {
  const encoding = selectEncoding(String(request.headers['accept-encoding'] ?? ''), ['br', 'gzip']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return sendCacheable(request, reply, {
    ...headers,
    body: body[encoding ?? 'identity'],
    tag: body.tag,
  });
}
