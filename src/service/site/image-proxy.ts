import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { parseAddress } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import { findProxiedImage, isContentAddressed, proxiedImagePath } from '#service/operations/jetton-images.ts';
import { IMMUTABLE, sendCacheable } from '#service/server/cacheable.ts';
import { ConcurrencyLimiter } from '#service/server/concurrency-limiter.ts';
import { type AddressPolicy, checkedLookup, publicInternet } from '#service/server/public-internet.ts';
import type { StoreRouteOptions } from '#service/server/store-health.ts';

/** The path changes with the URL of the image, whose content may change, unless it is on IPFS. */
const CACHE_CONTROL = 'public, max-age=86400';
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const MAX_AGE_MS = 24 * 3_600_000;
/** Images that cannot be loaded are requested again after as long. */
const FAILURE_AGE_MS = 10 * 60_000;
const FAILURE_BYTES = 500;
/** Servers of images may take seconds. */
const fetchLimits = { concurrency: 16, maxWaiting: 200, maxExpectedWait: 10_000, maxWait: 15_000 } as const;
/** Decoding may take 64 MB. */
const encodeLimits = { concurrency: 1, maxWaiting: 200, maxExpectedWait: 10_000, maxWait: 15_000 } as const;

export interface ImageProxyOptions extends StoreRouteOptions {
  /** Loads the file of an image. Replaceable in tests. */
  readonly load?: ((url: string) => Promise<Buffer>) | undefined;
}

/** Serves the images of jettons in place of their servers, which then do not see who looks. */
export function serveImageProxy(
  app: FastifyInstance,
  { service, access, admit, load = fetchImage }: ImageProxyOptions,
): void {
  const images = cacheImages(load);
  app.get<{ Params: { address: string; hash: string } }>(
    proxiedImagePath(':address', ':hash'),
    { onRequest: admit },
    async (request, reply) => {
      const address = parseAddress(request.params.address);
      const { hash } = request.params;
      const url = address && (await access.runImage(() => findProxiedImage(service.store.db, address, hash)));
      if (url === undefined) throw new NotFoundError(hash);
      const body = await images(url);
      if (!body) throw new NotFoundError(url);
      const cacheControl = isContentAddressed(url) ? IMMUTABLE : CACHE_CONTROL;
      return sendCacheable(request, reply, { type: 'image/webp', body, cacheControl });
    },
  );
}

interface CachedImage {
  /** Undefined if it cannot be loaded. */
  readonly body: Buffer | undefined;
}

/** Returns images by URL; undefined for those that cannot be loaded. Concurrent requests share one. */
function cacheImages(load: (url: string) => Promise<Buffer>): (url: string) => Promise<Buffer | undefined> {
  const fetching = new ConcurrencyLimiter(fetchLimits);
  const encoding = new ConcurrencyLimiter(encodeLimits);
  const cache = new LRUCache<string, CachedImage>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ body }, url) => (body?.length ?? 0) + url.length + FAILURE_BYTES,
    ttl: MAX_AGE_MS,
    fetchMethod: async (url, _stale, { options }) => {
      try {
        const file = await fetching.run(() => load(url));
        return { body: await encoding.run(() => encodeImage(file)) };
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        options.ttl = FAILURE_AGE_MS;
        return { body: undefined };
      }
    },
    ignoreFetchAbort: true,
  });
  return async (url) => (await cache.forceFetch(url)).body;
}

const MAX_FETCHED_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;

/**
 * Loads an image of at most 2 MB within 10 s. Connects to the address that was checked, so that a name cannot resolve to
 * another one meanwhile, and checks every redirect in the same way. Throws NotFoundError.
 */
export async function fetchImage(url: string, policy: AddressPolicy = publicInternet): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let target = parseTarget(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    requireAllowed(target, policy);
    const response = await send(target, policy, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return await readImage(response);
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      throw new NotFoundError(`the image has status ${statusCode}`);
    target = parseTarget(headers.location, target);
  }
  throw new NotFoundError('the image is redirected too often');
}

function parseTarget(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new NotFoundError('the image has an invalid URL');
  return new URL(text, base);
}

/** Names are checked when they are resolved. */
function requireAllowed({ protocol, port, hostname, username, password }: URL, policy: AddressPolicy): void {
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const address = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = isIP(address) === 0 || policy.allowsAddress(address);
  if (!isWeb || username || password || !policy.allowsPort(port) || !isAllowed)
    throw new NotFoundError('the image has a URL that is not allowed');
}

function send(target: URL, policy: AddressPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    // Without an agent, no connection is shared with requests of other names.
    agent: false,
    headers: { accept: 'image/webp, image/png, image/jpeg, image/gif', 'user-agent': 'jetscope' },
    lookup: checkedLookup(policy),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request =
      target.protocol === 'https:' ? requestHttps(target, options) : requestHttp(target, options);
    request.on('response', resolve);
    request.on('error', () => reject(new NotFoundError('the image cannot be loaded')));
    request.end();
  });
}

async function readImage(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > MAX_FETCHED_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw new NotFoundError('the image is incomplete');
  }
  if (size > MAX_FETCHED_BYTES) throw new NotFoundError('the image is too large');
  return Buffer.concat(chunks);
}

/** Of the encoded image, in pixels: twice that of the largest place on a page. */
const SIZE = 256;
const QUALITY = 85;
/** Decoding takes four bytes per pixel. */
const MAX_PIXELS = 16_000_000;

/**
 * Returns a PNG, JPEG, GIF or WebP image as WebP of at most 256 × 256 pixels, which contains nothing else of the file.
 * Throws NotFoundError.
 */
export async function encodeImage(file: Buffer): Promise<Buffer> {
  const size = readSize(file);
  if (!size || size.width * size.height === 0 || size.width * size.height > MAX_PIXELS)
    throw new NotFoundError('the image has an unknown format, or is too large');
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(file).catch(() => {
    throw new NotFoundError('the image cannot be decoded');
  });
  const scale = Math.min(1, SIZE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return await canvas.encode('webp', QUALITY);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the size from the header of a file, before anything is decoded. Undefined for other formats. */
export function readSize(file: Buffer): Size | undefined {
  try {
    if (file.toString('latin1', 1, 4) === 'PNG')
      return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    if (file.toString('latin1', 0, 3) === 'GIF')
      return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
    if (file.toString('latin1', 8, 12) === 'WEBP') return readWebpSize(file);
    return file.readUInt16BE(0) === 0xffd8 ? readJpegSize(file) : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readWebpSize(file: Buffer): Size | undefined {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** Segments of a JPEG file begin with a marker and their length. The size is in that of the frame (SOF0 to SOF15). */
function readJpegSize(file: Buffer): Size | undefined {
  const notFrames = [0xc4, 0xc8, 0xcc];
  for (let offset = 2; ; ) {
    if (file.readUInt8(offset) !== 0xff) return undefined;
    const marker = file.readUInt8(offset + 1);
    if (marker === 0xff) offset += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && !notFrames.includes(marker))
      return { height: file.readUInt16BE(offset + 5), width: file.readUInt16BE(offset + 7) };
    else offset += 2 + file.readUInt16BE(offset + 2);
  }
}
