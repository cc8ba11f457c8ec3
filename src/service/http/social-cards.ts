import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { socialCard } from '#service/handlers/social-card.ts';
import { NotFound, type Service } from '#service/service.ts';
import { type DrawCard, keptPictures } from '#service/social-card/pictures.ts';
import { sendCacheable } from './cacheable.ts';
import { readPagePath } from './page-path.ts';

const CACHE_CONTROL = 'public, max-age=300';

interface SocialCards {
  readonly service: Service;
  readonly draw: DrawCard;
  readonly admit: onRequestHookHandler;
}

/** The pictures that the pages' `og:image` and oEmbed name. */
export function serveSocialCards(app: FastifyInstance, { service, draw, admit }: SocialCards): void {
  const picture = keptPictures(draw);
  for (const route of ['/social-card/:address.png', '/social-card/:address/pool/:poolAddress.png']) {
    app.get<{ Params: { address: string; poolAddress?: string } }>(
      route,
      { onRequest: admit },
      async (request, reply) => {
        const { address, poolAddress } = request.params;
        const pool = poolAddress === undefined ? '' : `/pool/${encodeURIComponent(poolAddress)}`;
        const page = readPagePath(`/jetton/${encodeURIComponent(address)}${pool}`);
        if (!page) throw new NotFound('no page of ours');
        const words = await socialCard(service, page.address, page.poolAddress);
        const body = await picture(words).catch((error: unknown) => {
          request.log.error({ err: error }, 'the picture of a page is not drawn');
        });
        // Such as where the canvas does not know the machine: the picture that stands for every page will do.
        if (!body) return reply.header('cache-control', 'no-store').redirect('/social-card.png');
        return sendCacheable(request, reply, { type: 'image/png', body, cacheControl: CACHE_CONTROL });
      },
    );
  }
}
