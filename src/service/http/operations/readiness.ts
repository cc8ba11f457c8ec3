import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { READY_PATH } from '#contract/status.ts';
import { JSON_TYPE } from '#service/http/errors.ts';
import { queryStoreState, type StoreState } from '#service/queries/store-state.ts';
import type { Store } from '#service/store/database.ts';
import { isCompatibleSchema } from '#service/store/schema-version.ts';

/** Time limits in milliseconds. */
interface ReadinessLimits {
  /** Maximum age of a cached state. */
  readonly maxAge: number;
  /** Maximum time that a caller waits for the store. */
  readonly wait: number;
}

const defaultLimits: ReadinessLimits = { maxAge: 1000, wait: 1000 };

/** Why a service should not receive requests. */
export type NotReadyReason =
  | 'the service is stopping'
  | 'the store does not respond'
  | 'the schema of the store is not compatible with this version'
  | 'the replica is too far behind';

/** Decides whether the service should receive requests, for load balancers. */
export class Readiness {
  readonly #store: Store;
  readonly #maxLagSeconds: number;
  readonly #limits: ReadinessLimits;
  #state: StoreState | undefined;
  #queriedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;
  #isStopping = false;

  constructor(store: Store, maxLagSeconds: number, limits = defaultLimits) {
    this.#store = store;
    this.#maxLagSeconds = maxLagSeconds;
    this.#limits = limits;
  }

  /** From now on, the service is not ready. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Resolves to undefined if the service is ready. Queries the store at most once per `maxAge` for all callers. */
  async check(): Promise<NotReadyReason | undefined> {
    if (this.#isStopping) return 'the service is stopping';
    const state = await this.#currentState();
    if (!state) return 'the store does not respond';
    if (!isCompatibleSchema(state.schemaVersion))
      return 'the schema of the store is not compatible with this version';
    return state.lagSeconds > this.#maxLagSeconds ? 'the replica is too far behind' : undefined;
  }

  /** Returns undefined if the last query failed, or has not been answered in time. */
  async #currentState(): Promise<StoreState | undefined> {
    if (this.#pending === undefined && performance.now() - this.#queriedAt < this.#limits.maxAge)
      return this.#state;
    this.#pending ??= this.#query();
    let isAnswered = false;
    const answered = this.#pending.then(() => {
      isAnswered = true;
    });
    const limit = new AbortController();
    const timeout = delay(this.#limits.wait, undefined, limit).catch(() => undefined);
    await Promise.race([answered, timeout]);
    limit.abort();
    return isAnswered ? this.#state : undefined;
  }

  async #query(): Promise<void> {
    this.#queriedAt = performance.now();
    try {
      this.#state = await queryStoreState(this.#store.db);
    } catch {
      // Outages are logged by the requests that they affect.
      this.#state = undefined;
    } finally {
      this.#pending = undefined;
    }
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
