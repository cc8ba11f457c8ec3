import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import type { Environment } from '#service/config.ts';
import { handlers } from '#service/handlers/handlers.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { serviceOf } from './http-app.ts';
import { importGenerated } from './imported-service.ts';

/** The whole service on a generated market, on as many sockets as are needed; with a client that asks it directly. */
export async function serveMarket(market: GeneratedMarket) {
  const store = await openTestStore();
  const { client } = await importGenerated(store, market);
  const { clock, stables } = market;
  const own = { AS_OF: clock.toISOString(), STABLES: stables.join(',') };
  const apps: FastifyInstance[] = [];
  return {
    client,
    /** Answers the base address. */
    listen: async (environment: Environment = {}): Promise<string> => {
      const service = serviceOf({ ...own, ...environment }, store);
      const app = await buildApp({ service, handlers, version: '0.0.0' });
      apps.push(app);
      return app.listen({ host: '127.0.0.1', port: 0 });
    },
    close: async () => {
      await Promise.all(apps.map((app) => app.close()));
      await store.close();
    },
  };
}
