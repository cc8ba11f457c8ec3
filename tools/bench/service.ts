import { Agent, request as send } from 'node:http';
import type { SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Operation, RequestOf, ResponseOf } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { buildApp } from '#service/app.ts';
import { type Config, readConfig } from '#service/config/config.ts';
import { type Clock, fixedClock } from '#service/config/context.ts';
import { type Progress, reportProgress } from '#service/config/progress.ts';
import type { Environment } from '#service/config/setting-values.ts';
import { openStore } from '#service/open-store.ts';
import { handlers } from '#service/operations/handlers.ts';
import { jettonImageRoute } from '#service/operations/jetton-images.ts';
import { previewImageRoutes } from '#service/operations/preview.ts';
import { prepareData } from '#service/prepare-store.ts';
import type { Database, Store } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';

export const CONNECTIONS = 8;

export type BenchService = Awaited<ReturnType<typeof startBenchService>>;

/** Prepares the data of the store. */
export type PrepareStore = (store: Store, config: Config, progress: Progress) => Promise<unknown>;

const QUIET = { LOG_LEVEL: 'silent', RATE_LIMIT: '0' };

/** Simulates a market of this size without ongoing trading. Keeps the data of a store that already has it. */
export function prepareSimulatedMarket(demoJettons: number): PrepareStore {
  return (store, config, progress) =>
    prepareData(store, { ...config, demoJettons, isDemoRequested: true }, progress);
}

/** Serves the store of the settings, which it opens, at the time of its data. */
export async function startBenchService(
  prepareStore: PrepareStore,
  environment: Environment = {},
  webRoot?: string,
) {
  const config = readConfig({ DATA_DIR: '.bench', ...environment, ...process.env, ...QUIET });
  const { dataDir, databaseUrl } = config;
  const store = await openStore(databaseUrl === undefined ? { dataDir } : { databaseUrl });
  await prepareStore(store, config, reportProgress(process.stderr));
  const dataset = await readDataset(store.db);
  const statements: SQL[] = [];
  const listen = (database: Database) =>
    withStatementListener(database, (statement) => statements.push(statement));
  const read: Store['read'] = (work) => store.read((db, position) => work(listen(db), position));
  const clock = fixedClock(dataset?.calculatedAt ?? new Date());
  const service = await serve({ ...store, db: listen(store.db), read }, clock, config, webRoot);
  return {
    ...service,
    store,
    /** Returns the SQL statements that `work` executed. */
    statementsOf: async (work: () => Promise<unknown>) => {
      statements.length = 0;
      await work();
      return [...statements];
    },
    close: async () => {
      await service.app.close();
      await store.close();
    },
  };
}

/** Serves a store at `address`, a URL without a path. */
export async function serve(
  store: Store,
  clock: Clock,
  config: Config = readConfig(QUIET),
  webRoot?: string,
) {
  const imageRoutes = [...previewImageRoutes, jettonImageRoute];
  const service = { store, config, clock };
  const app = await buildApp({ service, handlers, version: 'bench', imageRoutes, webRoot });
  return { app, address: await app.listen({ host: '127.0.0.1', port: 0 }) };
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

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

let sentRequests = 0;

/**
 * Sends a request on a keep-alive connection and reads the whole response. Rejects for any status except 200. The host of
 * each request is unique: the service caches responses by host, and would otherwise answer repeated requests without SQL.
 */
export function sendRequest(address: string, { method, url, body }: WireRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    sentRequests += 1;
    const host = `bench-${sentRequests}.example`;
    const headers = { host, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const sent = send(address + url, { agent, method, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${method} ${url} returned status ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    sent.on('error', reject).end(body);
  });
}

/** Returns the response to an operation. */
export async function call<Op extends Operation>(
  address: string,
  operation: Op,
  input: RequestOf<Op>,
): Promise<ResponseOf<Op>> {
  const { method, url, body = null } = toRequest(operation, input);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address + url, { method, headers, body });
  return z.parse<Op['response']>(operation.response, await response.json());
}
