import type { FastifyInstance } from 'fastify';
import { servedOperations } from '#contract/served-operations.ts';
import { type AppOptions, buildApp } from '#service/app.ts';
import { readConfig } from '#service/config/config.ts';
import { SerializedJson, type Service } from '#service/config/context.ts';
import type { Environment } from '#service/config/setting-values.ts';
import type { Handlers } from '#service/server/requests/serve-operation.ts';
import type { Database, Store } from '#service/store/database.ts';

async function unavailable(): Promise<never> {
  throw new Error('The store is not open');
}

/** A store on which every operation fails. */
const closedStore: Store = {
  engine: 'embedded',
  condition: () => ({ state: 'ok' }),
  get db(): never {
    throw new Error('The store is not open');
  },
  read: (work) => work({} as Database, { transaction: 0n, isReplica: false }),
  transaction: unavailable,
  withExclusiveSession: unavailable,
  close: async () => undefined,
};

export function serviceOf(environment: Environment, store: Store = closedStore): Service {
  const config = readConfig({ RATE_LIMIT: '0', LOG_LEVEL: 'error', ...environment });
  const now = config.asOf ?? new Date('2026-01-29T07:50:00Z');
  return { store, config, clock: { fixed: config.asOf !== undefined, now: () => now } };
}

async function echo(_service: unknown, input: unknown): Promise<SerializedJson> {
  return new SerializedJson(JSON.stringify(input));
}

/** Handlers that return their input. */
const echoHandlers = Object.fromEntries(
  Object.keys(servedOperations).map((name) => [name, echo]),
) as unknown as Handlers;

export type HttpAppOptions = Partial<Omit<AppOptions, 'handlers'>> & {
  readonly environment?: Environment;
  readonly handlers?: Partial<Handlers>;
};

/** Builds the HTTP app with echo handlers, a closed store and no rate limit, unless overridden. */
export function buildHttpApp({
  environment = {},
  handlers,
  ...parts
}: HttpAppOptions = {}): Promise<FastifyInstance> {
  return buildApp({
    service: serviceOf(environment),
    version: '1.2.3',
    ...parts,
    handlers: { ...echoHandlers, ...handlers },
  });
}
