import { rmSync } from 'node:fs';
import type { StoreLocation } from '#service/store/database.ts';
import { createDatabase } from '#testing/stores/create-database.ts';
import { startThrowawayServer } from '#testing/stores/throwaway-postgres.ts';

const DATA_DIR = '.bench/data';

/** Calls `work` with the location of a new empty store, which is removed afterwards. */
export type WithStore = <Result>(work: (location: StoreLocation) => Promise<Result>) => Promise<Result>;

type Engine = 'embedded' | 'server';
type Measure = (withStore: WithStore, engine: Engine) => Promise<void>;

/** Measures each engine, or only that of `BENCH_ONLY`. */
export async function onEachEngine(measure: Measure, serverUrl?: string): Promise<void> {
  const only = process.env.BENCH_ONLY;
  if (only !== 'server') await onEmbedded(measure);
  if (only !== 'embedded') await onServer(measure, serverUrl);
}

export async function onEmbedded(measure: Measure): Promise<void> {
  await measure(async (work) => {
    rmSync(DATA_DIR, { recursive: true, force: true });
    try {
      return await work({ dataDir: DATA_DIR });
    } finally {
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  }, 'embedded');
}

/** Measures on the server at `serverUrl`, by default on one that it starts and removes. */
export async function onServer(measure: Measure, serverUrl?: string): Promise<void> {
  const server = serverUrl === undefined ? await startThrowawayServer([]) : undefined;
  try {
    await measure(async (work) => {
      const { location, remove } = await createDatabase(server?.url ?? serverUrl ?? '', 'absent');
      try {
        return await work(location);
      } finally {
        await remove();
      }
    }, 'server');
  } finally {
    await server?.remove();
  }
}
