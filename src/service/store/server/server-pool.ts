import pg from 'pg';
import type { ConnectionCounts } from '#service/store/database.ts';
import { hasErrorCode, StoreUnavailableError } from '#service/store/store-errors.ts';
import { type Queryable, ServerConnection, type Statement, throwAsUnavailable } from './server-connection.ts';

/**
 * Connection pool that recovers from network failures. When a connection breaks or does not respond in time, the whole
 * pool is replaced: a failover or a restarted gateway breaks all connections at once, and discovering that one by one
 * would cost a timeout each. Statements running on other connections of the old pool can finish.
 */
export class ServerPool implements Queryable {
  readonly #config: pg.PoolConfig;
  /** Statements that every transaction starts with, because connections keep no settings. */
  readonly localSettings: string | undefined;
  #generation: Generation;

  constructor(config: pg.PoolConfig, localSettings?: string) {
    this.#config = config;
    this.localSettings = localSettings;
    this.#generation = new Generation(config);
  }

  get connections(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#generation.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Retries a read. */
  async query(statement: Statement, values?: unknown[]): Promise<pg.QueryResult> {
    const run = (connection: ServerConnection) => this.#run(connection, statement, values);
    return await (isRead(statement) ? this.readWith(run) : this.use(run));
  }

  /**
   * Runs `work`, which only reads, with an exclusive connection. Retries it once if the connection was lost or a replica
   * canceled a statement, but not after a timeout: the caller has waited long enough.
   */
  async readWith<Result>(work: (connection: ServerConnection) => Promise<Result>): Promise<Result> {
    let lost = false;
    const run = () =>
      this.use(async (connection) => {
        try {
          return await work(connection);
        } finally {
          lost = connection.broken === 'lost';
        }
      });
    try {
      return await run();
    } catch (error) {
      if (lost || isReplicaConflict(error)) return await run();
      throw error;
    }
  }

  async #run(
    connection: ServerConnection,
    statement: Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult> {
    if (this.localSettings === undefined) return await connection.query(statement, values);
    await connection.query(`BEGIN; ${this.localSettings}`);
    try {
      const result = await connection.query(statement, values);
      await connection.query('COMMIT');
      return result;
    } catch (error) {
      // If it fails as well, the connection is closed, which ends the transaction.
      await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Runs `work` with an exclusive connection. */
  async use<Result>(work: (connection: ServerConnection) => Promise<Result>): Promise<Result> {
    const [client, generation] = await this.#checkOut();
    const connection = new ServerConnection(client);
    try {
      return await work(connection);
    } finally {
      if (connection.broken) this.#replace(generation);
      // Destroy connections with an open transaction instead of returning them to the pool.
      client.release(connection.broken !== undefined || client.getTransactionStatus() !== 'I');
    }
  }

  close(): Promise<void> {
    return this.#generation.retire();
  }

  async #checkOut(): Promise<[pg.PoolClient, Generation]> {
    const generation = this.#generation;
    try {
      return [await generation.connect(), generation];
    } catch (error) {
      // The pool was replaced while waiting for a free connection.
      if (generation !== this.#generation) return await this.#checkOut();
      return throwAsUnavailable(error);
    }
  }

  #replace(generation: Generation): void {
    if (generation !== this.#generation || generation.pool.ending) return;
    this.#generation = new Generation(this.#config);
    void generation.retire();
  }
}

class Generation {
  readonly pool: pg.Pool;
  readonly #idle = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(reason: Error) => void>();

  constructor(config: pg.PoolConfig) {
    this.pool = new pg.Pool(config);
    // Idle connections that break are removed from the pool before this event.
    this.pool.on('error', () => undefined);
    // The pool does not listen to checked-out connections, and an unhandled error event would end the process. The
    // next statement on the connection fails anyway.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('acquire', (client) => this.#idle.delete(client));
    this.pool.on('release', (_error, client) => this.#idle.add(client));
    this.pool.on('remove', (client) => this.#idle.delete(client));
  }

  /** Rejects as soon as the generation is retired; pg-pool would wait for its timeout. */
  connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      this.pool.connect().then(
        (client) => {
          if (this.#waiting.delete(reject)) resolve(client);
          else client.release(true);
        },
        (error: Error) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  /** Resolves when all running statements have finished. Does not wait for the server to close idle connections. */
  retire(): Promise<void> {
    const ended = this.pool.end();
    for (const client of this.#idle) client.connection.stream.destroy();
    for (const reject of this.#waiting) reject(new StoreUnavailableError('the connection pool was closed'));
    this.#waiting.clear();
    return ended;
  }
}

const SERIALIZATION_FAILURE = '40001';

/** Whether a replica has canceled a read because the primary removed rows that it needed. */
function isReplicaConflict(error: unknown): boolean {
  return (
    hasErrorCode(error, SERIALIZATION_FAILURE) || (error instanceof Error && isReplicaConflict(error.cause))
  );
}

// Values are passed as parameters, so the text contains no data that could match.
function isRead(statement: Statement): boolean {
  const text = typeof statement === 'string' ? statement : statement.text;
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text);
}
