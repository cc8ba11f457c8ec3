import pg from 'pg';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { type Queryable, ServerConnection, type Statement, throwAsUnavailable } from './server-connection.ts';

/**
 * Pooled connections that survive failures of the network. When a connection breaks or does not answer in time, the
 * others are suspect too: a fail-over or a gateway that lost its table breaks them all at once, and to find out one
 * after the other would cost a time-out each. The whole pool is replaced then; statements under way on its other
 * connections go on to their end.
 */
export class ServerPool implements Queryable {
  readonly #config: pg.PoolConfig;
  #generation: Generation;

  constructor(config: pg.PoolConfig) {
    this.#config = config;
    this.#generation = new Generation(config);
  }

  /** A read whose connection was lost is run again, once. After a time-out the caller has waited long enough. */
  async query(statement: Statement, values?: unknown[]): Promise<pg.QueryResult> {
    let lost = false;
    const run = () =>
      this.use(async (connection) => {
        try {
          return await connection.query(statement, values);
        } finally {
          lost = connection.broken === 'lost';
        }
      });
    try {
      return await run();
    } catch (error) {
      if (lost && isRead(statement)) return await run();
      throw error;
    }
  }

  /** Runs `work` with a connection to itself. */
  async use<Result>(work: (connection: ServerConnection) => Promise<Result>): Promise<Result> {
    const [client, generation] = await this.#checkOut();
    const connection = new ServerConnection(client);
    try {
      return await work(connection);
    } finally {
      if (connection.broken) this.#replace(generation);
      // A transaction that could not be ended must not reach the next user.
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
      // Replaced while this waited for a free connection.
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
    // An idle connection that breaks has left the pool already.
    this.pool.on('error', () => undefined);
    // While a connection is checked out the pool does not listen, and an error event without a listener ends the
    // process. The next statement on the connection fails.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('acquire', (client) => this.#idle.delete(client));
    this.pool.on('release', (_error, client) => this.#idle.add(client));
    this.pool.on('remove', (client) => this.#idle.delete(client));
  }

  /** Rejects when the generation is retired, where pg-pool would wait for the time-out. */
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

  /** Resolves when the last statement under way has ended. Does not wait for the server to close idle connections. */
  retire(): Promise<void> {
    const ended = this.pool.end();
    for (const client of this.#idle) client.connection.stream.destroy();
    for (const reject of this.#waiting) reject(new StoreUnavailableError('the connection pool was closed'));
    this.#waiting.clear();
    return ended;
  }
}

// Values are parameters, so that the text holds nothing but SQL.
function isRead(statement: Statement): boolean {
  const text = typeof statement === 'string' ? statement : statement.text;
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text);
}
