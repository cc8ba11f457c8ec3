import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RawAddress } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { queryPageSummary } from '#service/operations/page-summary.ts';
import { queryJettonPreview, queryMarketPreview } from '#service/operations/preview.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { ConcurrencyLimiter } from '#service/server/concurrency-limiter.ts';
import { isTemporaryFailure } from '#service/server/errors.ts';
import type { StoreRouteOptions } from '#service/server/store-health.ts';
import { type CardContent, createCardContent } from './card-content.ts';
import { parseJettonPage } from './page-path.ts';

const CACHE_CONTROL = 'public, max-age=300';

interface SocialImageOptions extends StoreRouteOptions {
  readonly renderSocialImage: RenderCard;
}

/** Serves the images that `og:image` and oEmbed link to. */
export function serveSocialImages(
  app: FastifyInstance,
  { service, access, renderSocialImage, admit }: SocialImageOptions,
): void {
  const render = cacheRenderedCards(renderSocialImage);
  for (const route of ['/social-card/:address.png', '/social-card/:address/pool/:poolAddress.png']) {
    app.get<{ Params: { address: string; poolAddress?: string } }>(
      route,
      { onRequest: admit },
      async (request, reply) => {
        const { address, poolAddress } = request.params;
        const page = parseJettonPage(address, poolAddress);
        if (!page) throw new NotFoundError('invalid address');
        const content = await access.run(() => getSocialCardContent(service, page.address, page.poolAddress));
        const body = await render(content).catch((error: unknown) => {
          if (isTemporaryFailure(error)) throw error;
          request.log.error({ err: error }, 'Rendering a social image failed');
        });
        // Rendering fails if the canvas library does not support this machine, for example.
        if (!body) return reply.header('cache-control', 'no-store').redirect('/social-card.png');
        return sendCacheable(request, reply, { type: 'image/png', body, cacheControl: CACHE_CONTROL });
      },
    );
  }
}

/** Returns the text and price line of the social image of a jetton or pool. */
async function getSocialCardContent(
  { store, clock, config }: ServiceContext,
  address: RawAddress,
  poolAddress: RawAddress | undefined,
): Promise<CardContent> {
  const now = clock.now();
  const nativeSymbol = config.nativeCoin.symbol;
  const [summary, line] = await Promise.all([
    queryPageSummary(store.db, nativeSymbol, address, poolAddress),
    poolAddress === undefined
      ? queryJettonPreview(store.db, address, now)
      : queryMarketPreview(store.db, address, poolAddress, now),
  ]);
  if (!summary || !line) throw new NotFoundError(poolAddress ?? address);
  return createCardContent({ summary, nativeSymbol, address, poolAddress, line: line.prices, now });
}

export type RenderCard = (content: CardContent) => Promise<Buffer>;

/** Images have about 80 kB. */
const MAX_CACHED = 200;
/** Rendering takes 20 to 40 ms per image. */
const limits = { maxWaiting: 100, maxExpectedWait: 4000, maxWait: 8000 } as const;

/**
 * Caches rendered images by content. Renders one image at a time, because the threads that encode PNG also read files
 * and compress responses. Rejects with an OverloadedError if too many requests wait.
 */
export function cacheRenderedCards(render: RenderCard, maxCached = MAX_CACHED): RenderCard {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: maxCached });
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1 });
  return (content) => {
    const key = JSON.stringify(content);
    const cached = cache.get(key);
    if (cached) return cached;
    const image = limiter.run(() => render(content));
    cache.set(key, image);
    image.catch(() => cache.delete(key));
    return image;
  };
}
