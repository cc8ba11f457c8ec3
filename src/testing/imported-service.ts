import { buildApp } from '#service/app.ts';
import { handlers } from '#service/handlers/handlers.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import type { Store } from '#service/store/store.ts';
import { withDatasetFolder } from './dataset-folder.ts';
import { serviceOf } from './http-app.ts';
import { type Client, clientOf } from './inject.ts';
import type { GeneratedMarket } from './market/market-generator.ts';
import { readDataset } from './oracle/read-dataset.ts';
import { type World, worldAt } from './oracle/world.ts';

export interface ImportedData {
  readonly folder: string;
  readonly clock: Date;
  readonly stables?: readonly string[];
}

/** Imports a dataset folder as the command does, and answers a client of the whole service on it. */
export async function importAndServe(
  store: Store,
  { folder, clock, stables }: ImportedData,
): Promise<Client> {
  const service = serviceOf(
    { AS_OF: clock.toISOString(), ...(stables && { STABLES: stables.join(',') }) },
    store,
  );
  const { exchanges, stables: known } = service.config;
  await importDataset(store, { folder, asOf: clock, exchanges, stables: known });
  return clientOf(await buildApp({ service, handlers, version: '0.0.0' }));
}

/** The same of a generated market, with what the oracle knows of it. */
export async function importGenerated(
  store: Store,
  { files, clock, stables }: GeneratedMarket,
): Promise<{ client: Client; world: World }> {
  return withDatasetFolder(files, async (folder) => ({
    world: worldAt(readDataset(folder), stables, clock),
    client: await importAndServe(store, { folder, clock, stables }),
  }));
}
