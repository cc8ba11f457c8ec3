import type { FastifyInstance } from 'fastify';
import { parseAddress } from '#contract/address.ts';
import { InvalidValueError } from '#contract/errors.ts';
import { POOLS_PATH, type PoolLookup } from '#contract/market.ts';
import type { Service } from '#service/config/context.ts';
import { queryPoolJettons } from '#service/operations/markets.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import { POSITION } from '#service/server/headers.ts';
import type { StoreRouteOptions } from '#service/server/store-health.ts';
import { positionText } from '#service/store/position.ts';
import { requiredPosition, untilReached } from './serve-operation.ts';

/** Serves the lookup of a pool's jettons, with which the dashboard opens a pool by its address alone. */
export function servePools(
  app: FastifyInstance,
  { service, access, admit }: StoreRouteOptions & { readonly service: Service },
): void {
  app.get<{ Params: { poolAddress: string } }>(
    `${POOLS_PATH}/:poolAddress`,
    { onRequest: admit },
    async (request, reply) => {
      const poolAddress = parseAddress(request.params.poolAddress);
      if (poolAddress === undefined) throw new InvalidValueError('poolAddress');
      const read = () =>
        access.run(() =>
          service.store.read(async (db, position) => ({
            jettons: await queryPoolJettons(db, poolAddress),
            position,
          })),
        );
      const { jettons, position } = await untilReached(service, requiredPosition(request), read);
      reply.header(POSITION, positionText(position));
      const body = JSON.stringify({ jettons } satisfies PoolLookup);
      return sendCacheable(request, reply, { type: JSON_TYPE, body, cacheControl: 'no-cache' });
    },
  );
}
