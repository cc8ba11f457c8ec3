import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import { fixedClock } from '#service/clock.ts';
import { type Config, type Environment, readConfig } from '#service/config.ts';
import { prepareData } from '#service/data.ts';
import { handlers } from '#service/handlers/handlers.ts';
import { jettonImageRoute } from '#service/handlers/jetton-image-route.ts';
import { previewImageRoutes } from '#service/handlers/preview.ts';
import { type Progress, reportProgress } from '#service/progress.ts';
import type { Service } from '#service/service.ts';
import { readDataset } from '#service/store/read-dataset.ts';
import { type Database, openStore, type Store } from '#service/store/store.ts';

export interface BenchService {
  readonly store: Store;
  readonly app: FastifyInstance;
  /** `http://127.0.0.1:…` */
  readonly address: string;
  /** The statements that one call of `work` brought to the store. */
  statementsOf(work: () => Promise<unknown>): Promise<SQL[]>;
  close(): Promise<void>;
}

/** Sees to it that the store has what is to be served. */
export type Fill = (store: Store, config: Config, progress: Progress) => Promise<unknown>;

/** A simulated market of so many jettons, which stands still; built where the store has another one. */
export function simulated(demoJettons: number): Fill {
  return (store, config, progress) =>
    prepareData(store, { ...config, demoJettons, demoRequested: true }, progress);
}

export async function startBenchService(
  fill: Fill,
  environment: Environment = {},
  webRoot?: string,
): Promise<BenchService> {
  const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT: '0' };
  const config = readConfig({ DATA_DIR: '.bench', ...environment, ...process.env, ...quiet });
  const { dataDir, databaseUrl } = config;
  const store = await openStore(databaseUrl === undefined ? { dataDir } : { databaseUrl });
  await fill(store, config, reportProgress(process.stderr));
  const dataset = await readDataset(store.db);
  const heard: SQL[] = [];
  const service: Service = {
    store: { ...store, db: overheard(store.db, (statement) => heard.push(statement)) },
    config,
    clock: fixedClock(dataset?.calculatedAt ?? new Date()),
  };
  const imageRoutes = [...previewImageRoutes, jettonImageRoute];
  const app = await buildApp({ service, handlers, version: 'bench', imageRoutes, webRoot });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    store,
    app,
    address,
    statementsOf: async (work) => {
      heard.length = 0;
      await work();
      return [...heard];
    },
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

/** The same database, with somebody listening to what it is asked. */
function overheard(db: Database, hear: (statement: SQL) => void): Database {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]) => {
        if (name === 'execute') hear(words[0] as SQL);
        return value.apply(target, words);
      };
    },
  });
}
