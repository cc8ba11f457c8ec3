import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { parseAddress, type RawAddress, toUserFriendly } from '#contract/address.ts';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import { MAX_SPRITE_PREVIEWS } from '#contract/jetton.ts';
import { fixedClock, type ServiceContext } from '#service/config/context.ts';
import {
  type ImageRenderer,
  type ImageRoute,
  type RenderedImages,
  VERSION_PARAMETER,
} from '#service/operations/jetton-images.ts';
import { IMMUTABLE, sendCacheable } from '#service/server/cacheable.ts';
import { isTemporaryFailure } from '#service/server/errors.ts';
import { imageHeaders } from '#service/server/headers.ts';
import { parseQuery } from '#service/server/requests/parse-request.ts';
import { toRoutePath } from '#service/server/requests/serve-operation.ts';
import type { StoreAccess, StoreRouteOptions } from '#service/server/store-health.ts';

/** Of images without a version, and of the present ones in place of those of an earlier version. */
const CACHE_CONTROL = 'public, max-age=60';

interface ImageOptions extends StoreRouteOptions {
  readonly imageRoutes: readonly ImageRoute[];
}

export function serveImages(
  app: FastifyInstance,
  { service, access, imageRoutes, admit }: ImageOptions,
): void {
  const cache = new RenderedImageCache(service, access);
  for (const { path, renderer, variant, sprite } of imageRoutes) {
    app.get<{ Params: { address: string } }>(
      toRoutePath(path),
      { onRequest: admit },
      async (request, reply) => {
        const address = parseAddress(request.params.address);
        if (address === undefined) throw new InvalidValueError('address');
        const body = (await cache.get(renderer, address)).variants[variant];
        if (body === undefined) throw new NotFoundError(variant);
        reply.headers(imageHeaders);
        return sendCacheable(request, reply, { type: 'image/svg+xml', body, cacheControl: CACHE_CONTROL });
      },
    );
    if (!sprite) continue;
    app.get(sprite.path, { onRequest: admit }, async (request, reply) => {
      const query = new Map(parseQuery(request.raw.url ?? ''));
      const addresses = spriteAddresses(query.get('address') ?? '');
      const version = query.get(VERSION_PARAMETER) ?? '';
      const { found, cacheControl } = await cache.find(renderer, addresses, version);
      const images = addresses.map((address, index) => ({ address, image: found[index]?.variants[variant] }));
      reply.headers(imageHeaders);
      const body = spriteOf(images, sprite);
      return sendCacheable(request, reply, { type: 'image/svg+xml', body, cacheControl });
    });
  }
}

function spriteAddresses(list: string): RawAddress[] {
  const texts = list.split(',');
  const addresses = texts.map(parseAddress).filter((address) => address !== undefined);
  if (addresses.length < texts.length || texts.length > MAX_SPRITE_PREVIEWS)
    throw new InvalidValueError('address');
  return [...new Set(addresses)];
}

function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

interface SpriteImage {
  readonly address: RawAddress;
  readonly image: string | undefined;
}

/** Returns the images below each other, each with a view that the user-friendly address as a fragment selects. */
function spriteOf(
  images: readonly SpriteImage[],
  { width, height }: NonNullable<ImageRoute['sprite']>,
): string {
  const parts = images.flatMap(({ address, image }, index) => {
    if (image === undefined) return [];
    const y = index * height;
    return [
      `<view id="${toUserFriendly(address)}" viewBox="0 ${y} ${width} ${height}"/>`,
      image.replace('<svg ', `<svg y="${y}" width="${width}" height="${height}" `),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${images.length * height}">${parts.join('')}</svg>`;
}

type Render = () => Promise<RenderedImages>;

interface FoundImages {
  /** In the order of the addresses; undefined for unknown jettons. */
  readonly found: readonly (RenderedImages | undefined)[];
  readonly cacheControl: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 60_000;

/**
 * Caches rendered images for a minute and shares rendering between concurrent requests. Older images are rendered
 * again, but still returned if the store is unavailable or overloaded.
 */
class RenderedImageCache {
  readonly #service: ServiceContext;
  readonly #access: StoreAccess;
  readonly #images = new LRUCache<string, RenderedImages, Render>({
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: MAX_AGE_MS,
    fetchMethod: (_key, _stale, { context: render }) => render(),
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  });

  constructor(service: ServiceContext, access: StoreAccess) {
    this.#service = service;
    this.#access = access;
  }

  /** Returns the images of a version, which never change, if it is one of this data; otherwise the present ones. */
  async find(
    renderer: ImageRenderer,
    addresses: readonly RawAddress[],
    version: string,
  ): Promise<FoundImages> {
    const at = renderer.versions?.timeOf(version, this.#service.clock);
    if (at) {
      const found = await this.#getAll(renderer, addresses, at);
      const sources = found.flatMap((images) => images?.source ?? []);
      if (renderer.versions?.versionOf(at, sources) === version) return { found, cacheControl: IMMUTABLE };
    }
    return { found: await this.#getAll(renderer, addresses), cacheControl: CACHE_CONTROL };
  }

  #getAll(
    renderer: ImageRenderer,
    addresses: readonly RawAddress[],
    at?: Date,
  ): Promise<FoundImages['found']> {
    return Promise.all(addresses.map((address) => this.get(renderer, address, at).catch(ignoreUnknown)));
  }

  /** Returns the images of the current data version, by default at the present time. */
  async get(renderer: ImageRenderer, address: RawAddress, at?: Date): Promise<RenderedImages> {
    const version = await this.#access.probe.dataVersion();
    const service = at ? { ...this.#service, clock: fixedClock(at) } : this.#service;
    const context = () => this.#access.runImage(() => renderer.render(service, address));
    const key = `${renderer.name} ${address} ${version} ${at?.getTime() ?? ''}`;
    try {
      return await this.#images.forceFetch(key, { context });
    } catch (error) {
      const stale = isTemporaryFailure(error) ? this.#images.get(key, { allowStale: true }) : undefined;
      if (stale) return stale;
      throw error;
    }
  }
}

/** Returns the approximate size in bytes: the texts, which are ASCII, and the overhead of an entry. */
function sizeOf({ variants }: RenderedImages, key: string): number {
  return Object.values(variants).reduce((sum, text) => sum + text.length, key.length + 200);
}
