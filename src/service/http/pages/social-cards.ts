import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { socialCard } from '#service/handlers/social-card.ts';
import { sendCacheable } from '#service/http/cacheable.ts';
import { isTemporaryFailure } from '#service/http/errors.ts';
import type { StoreAccess } from '#service/http/operations/store-access.ts';
import { NotFoundError, type Service } from '#service/service.ts';
import { cacheRenderedCards, type RenderCard } from '#service/social-card/cached-renderer.ts';
import { parseJettonPagePath } from './page-path.ts';

const CACHE_CONTROL = 'public, max-age=300';

interface SocialCards {
  readonly service: Service;
  readonly draw: RenderCard;
  readonly access: StoreAccess;
  readonly admit: onRequestHookHandler;
}

/** The images that the pages' `og:image` and oEmbed name. */
export function serveSocialImages(app: FastifyInstance, { service, access, draw, admit }: SocialCards): void {
  const picture = cacheRenderedCards(draw);
  for (const route of ['/social-card/:address.png', '/social-card/:address/pool/:poolAddress.png']) {
    app.get<{ Params: { address: string; poolAddress?: string } }>(
      route,
      { onRequest: admit },
      async (request, reply) => {
        const { address, poolAddress } = request.params;
        const pool = poolAddress === undefined ? '' : `/pool/${encodeURIComponent(poolAddress)}`;
        const page = parseJettonPagePath(`/jetton/${encodeURIComponent(address)}${pool}`);
        if (!page) throw new NotFoundError('no page of ours');
        const words = await access.run(() => socialCard(service, page.address, page.poolAddress));
        const body = await picture(words).catch((error: unknown) => {
          if (isTemporaryFailure(error)) throw error;
          request.log.error({ err: error }, 'drawing a social card failed');
        });
        // Such as where the canvas does not support the machine: the image of every page will do.
        if (!body) return reply.header('cache-control', 'no-store').redirect('/social-card.png');
        return sendCacheable(request, reply, { type: 'image/png', body, cacheControl: CACHE_CONTROL });
      },
    );
  }
}
