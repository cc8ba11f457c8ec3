import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import type { Service } from '#service/config/context.ts';
import type { Environment } from '#service/config/setting-values.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { handlers } from '#service/operations/handlers.ts';
import type { Store } from '#service/store/database.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { type World, worldAt } from '#testing/oracle/world.ts';
import { storeAllCandles } from '#testing/stores/ingest.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { serviceOf } from './http-app.ts';
import { type Client, clientOf } from './inject.ts';

interface ServiceOptions {
  readonly clock: Date;
  readonly stables?: readonly string[];
}

function serviceAt(store: Store, options: ServiceOptions, environment: Environment = {}): Service {
  const { clock, stables } = options;
  const market = { AS_OF: clock.toISOString(), ...(stables && { STABLES: stables.join(',') }) };
  return serviceOf({ ...market, ...environment }, store);
}

/** Returns a client of the service on the data in the store. */
export async function serve(store: Store, options: ServiceOptions): Promise<Client> {
  return clientOf(await buildApp({ service: serviceAt(store, options), handlers, version: '0.0.0' }));
}

/** Imports a dataset folder like the import command, and returns a client of the service on it. */
export async function importAndServe(
  store: Store,
  data: ServiceOptions & { readonly folder: string },
): Promise<Client> {
  const { exchanges, stables } = serviceAt(store, data).config;
  await importDataset(store, { folder: data.folder, asOf: data.clock, exchanges, stables });
  return serve(store, data);
}

/** Imports a generated market. Returns a client of the service on it, and the oracle's world. */
export async function importGenerated(
  store: Store,
  { files, clock, stables }: GeneratedMarket,
): Promise<{ client: Client; world: World }> {
  return withDatasetFolder(files, async (folder) => {
    const client = await importAndServe(store, { folder, clock, stables });
    await storeAllCandles(store);
    return { world: worldAt(readDataset(folder), stables, clock), client };
  });
}

/** Starts the service on a generated market. It can listen on several ports; `client` calls it without a network. */
export async function serveMarket(market: GeneratedMarket) {
  const store = await openTestStore();
  const { client } = await importGenerated(store, market);
  const { clock, stables } = market;
  const apps: FastifyInstance[] = [];
  return {
    client,
    clock,
    /** Starts an instance and returns its base URL. */
    listen: async (environment: Environment = {}): Promise<string> => {
      const service = serviceAt(store, { clock, stables }, environment);
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
