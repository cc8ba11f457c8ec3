import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import type { Environment } from '#service/config/config.ts';
import { handlers } from '#service/operations/handlers.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { serviceOf } from './http-app.ts';
import { importGenerated } from './imported-service.ts';

/** Starts the service on a generated market. It can listen on several ports; `client` calls it without a network. */
export async function serveMarket(market: GeneratedMarket) {
  const store = await openTestStore();
  const { client } = await importGenerated(store, market);
  const { clock, stables } = market;
  const marketSettings = { AS_OF: clock.toISOString(), STABLES: stables.join(',') };
  const apps: FastifyInstance[] = [];
  return {
    client,
    clock,
    /** Starts an instance and returns its base URL. */
    listen: async (environment: Environment = {}): Promise<string> => {
      const service = serviceOf({ ...marketSettings, ...environment }, store);
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
