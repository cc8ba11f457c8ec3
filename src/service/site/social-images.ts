import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { NotFoundError } from '#contract/request-errors.ts';
import type { Service } from '#service/config/context.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { isTemporaryFailure } from '#service/server/errors.ts';
import type { StoreAccess } from '#service/server/health/store-access.ts';
import { parseJettonPage } from './page-path.ts';
import { cacheRenderedCards, type RenderCard } from './social-card/cached-renderer.ts';
import { getSocialCardContent } from './social-card-content.ts';

const CACHE_CONTROL = 'public, max-age=300';

interface SocialImageOptions {
  readonly service: Service;
  readonly renderSocialImage: RenderCard;
  readonly access: StoreAccess;
  readonly admit: onRequestHookHandler;
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
