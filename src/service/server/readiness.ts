import type { FastifyInstance } from 'fastify';
import { READY_PATH } from '#contract/status.ts';
import { queryStoreState, type StoreState } from '#service/operations/store-status.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import type { Store } from '#service/store/database.ts';
import { isCompatibleSchema } from '#service/store/migrations.ts';
import { type QueryLimits, ThrottledQuery } from './store-health.ts';

const defaultLimits: QueryLimits = { maxAge: 1000, wait: 1000 };

/** Why a service should not receive requests. */
export type NotReadyReason =
  | 'the service is stopping'
  | 'the store does not respond'
  | 'the schema of the store is not compatible with this version'
  | 'the replica is too far behind';

/** Decides whether the service should receive requests, for load balancers. */
export class Readiness {
  readonly #maxLagSeconds: number;
  readonly #state: ThrottledQuery<StoreState | undefined>;
  #isStopping = false;

  constructor(store: Store, maxLagSeconds: number, limits = defaultLimits) {
    this.#maxLagSeconds = maxLagSeconds;
    // StoreHealth logs outages.
    this.#state = new ThrottledQuery(() => queryStoreState(store.db).catch(() => undefined), limits);
  }

  /** From now on, the service is not ready. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Resolves to undefined if the service is ready. Queries the store at most once per `maxAge` for all callers. */
  async check(): Promise<NotReadyReason | undefined> {
    if (this.#isStopping) return 'the service is stopping';
    const state = await this.#state.read();
    if (!state) return 'the store does not respond';
    if (!isCompatibleSchema(state.schemaVersion))
      return 'the schema of the store is not compatible with this version';
    return state.lagSeconds > this.#maxLagSeconds ? 'the replica is too far behind' : undefined;
  }
}

/** Not rate limited: the store is queried at most once a second. */
export function serveReadiness(app: FastifyInstance, readiness: Readiness): void {
  app.get(READY_PATH, async (_request, reply) => {
    const reason = await readiness.check();
    return reply
      .code(reason === undefined ? 200 : 503)
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(reason === undefined ? { ready: true } : { ready: false, reason }));
  });
}
