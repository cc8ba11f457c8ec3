import type { FastifyInstance } from 'fastify';
import { parseAddress } from '#contract/address.ts';
import { InvalidValueError } from '#contract/errors.ts';
import { POOLS_PATH, type PoolLookup } from '#contract/market.ts';
import { queryPoolJettons } from '#service/operations/markets.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import type { StoreRouteOptions } from '#service/server/store-health.ts';

/** Serves the lookup of a pool's jettons, with which the dashboard opens a pool by its address alone. */
export function servePools(
  app: FastifyInstance,
  { service: { store }, access, admit }: StoreRouteOptions,
): void {
  app.get<{ Params: { poolAddress: string } }>(
    `${POOLS_PATH}/:poolAddress`,
    { onRequest: admit },
    async (request, reply) => {
      const poolAddress = parseAddress(request.params.poolAddress);
      if (poolAddress === undefined) throw new InvalidValueError('poolAddress');
      const jettons = await access.run(() => queryPoolJettons(store.db, poolAddress));
      const body = JSON.stringify({ jettons } satisfies PoolLookup);
      return sendCacheable(request, reply, { type: JSON_TYPE, body, cacheControl: 'no-cache' });
    },
  );
}
