import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import { type Config, type Environment, readConfig } from '#service/config/config.ts';
import { fixedClock, type ServiceContext } from '#service/config/context.ts';
import { type Progress, reportProgress } from '#service/config/progress.ts';
import { openStore } from '#service/open-store.ts';
import { handlers } from '#service/operations/handlers.ts';
import { jettonImageRoute } from '#service/operations/jetton-images.ts';
import { previewImageRoutes } from '#service/operations/preview.ts';
import { prepareData } from '#service/prepare-store.ts';
import type { Database, Store } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';

export interface BenchService {
  readonly store: Store;
  readonly app: FastifyInstance;
  /** `http://127.0.0.1:…` */
  readonly address: string;
  /** Returns the SQL statements that `work` executed. */
  statementsOf(work: () => Promise<unknown>): Promise<SQL[]>;
  close(): Promise<void>;
}

/** Prepares the data of the store. */
export type PrepareStore = (store: Store, config: Config, progress: Progress) => Promise<unknown>;

/** Simulates a market of this size without ongoing trading. Keeps the data of a store that already has it. */
export function prepareSimulatedMarket(demoJettons: number): PrepareStore {
  return (store, config, progress) =>
    prepareData(store, { ...config, demoJettons, isDemoRequested: true }, progress);
}

export async function startBenchService(
  prepareStore: PrepareStore,
  environment: Environment = {},
  webRoot?: string,
): Promise<BenchService> {
  const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT: '0' };
  const config = readConfig({ DATA_DIR: '.bench', ...environment, ...process.env, ...quiet });
  const { dataDir, databaseUrl } = config;
  const store = await openStore(databaseUrl === undefined ? { dataDir } : { databaseUrl });
  await prepareStore(store, config, reportProgress(process.stderr));
  const dataset = await readDataset(store.db);
  const statements: SQL[] = [];
  const service: ServiceContext = {
    store: { ...store, db: withStatementListener(store.db, (statement) => statements.push(statement)) },
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
      statements.length = 0;
      await work();
      return [...statements];
    },
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

/** Wraps a database to report the statements that it executes. */
function withStatementListener(db: Database, onStatement: (statement: SQL) => void): Database {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        if (name === 'execute') onStatement(parameters[0] as SQL);
        return value.apply(target, parameters);
      };
    },
  });
}
