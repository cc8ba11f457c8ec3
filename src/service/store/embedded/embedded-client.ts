import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '#service/store/database.ts';
import { quoteIdentifier } from '#service/store/sql-text.ts';
import type { Statement, StatementResult } from './embedded-protocol.ts';

/** Runs statements in the order of the calls, on one database session. */
export interface StatementRunner {
  run(statement: Statement): Promise<StatementResult>;
}

type Options = Pick<Statement, 'rowMode' | 'blob'>;

/** The part of PGlite that drizzle's driver uses. */
export interface Queryable {
  query(text: string, parameters?: unknown[], options?: Options): Promise<StatementResult>;
}

/**
 * Gives callers turns on the one session of an embedded store: a statement, or a whole transaction, at a time.
 * `engine` answers the engine that runs now, or throws a StoreUnavailableError.
 */
export class EmbeddedClient implements Queryable {
  readonly #getEngine: () => StatementRunner;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(engine: () => StatementRunner) {
    this.#getEngine = engine;
  }

  query(text: string, parameters: unknown[] = [], options: Options = {}): Promise<StatementResult> {
    return this.#enqueue((engine) => engine.run(toStatement(text, parameters, options)));
  }

  /** One or more statements without parameters and without rows; outside of any transaction. */
  async exec(text: string): Promise<void> {
    await this.#enqueue((engine) => engine.run({ text }));
  }

  transaction<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> {
    return this.#transaction('BEGIN', work);
  }

  /** The same session on another schema: statements there run in transactions of their own. */
  onSchema(schema: string): Queryable & Pick<EmbeddedClient, 'transaction'> {
    const begin = `BEGIN; SET LOCAL search_path TO ${quoteIdentifier(schema)}`;
    const transaction: EmbeddedClient['transaction'] = (work) => this.#transaction(begin, work);
    return {
      transaction,
      query: (text, parameters, options) => transaction((client) => client.query(text, parameters, options)),
    };
  }

  #transaction<Result>(begin: string, work: (client: Queryable) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async (engine) => {
      await engine.run({ text: begin });
      try {
        const result = await work({
          query: (text, parameters = [], options = {}) => engine.run(toStatement(text, parameters, options)),
        });
        await engine.run({ text: 'COMMIT' });
        return result;
      } catch (error) {
        // An engine that has ended has nothing left to roll back.
        await engine.run({ text: 'ROLLBACK' }).catch(() => undefined);
        throw error;
      }
    });
  }

  #enqueue<Result>(work: (engine: StatementRunner) => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(() => work(this.#getEngine()));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function toStatement(text: string, parameters: unknown[], { rowMode, blob }: Options): Statement {
  return { text, parameters, ...(rowMode && { rowMode }), ...(blob !== undefined && { blob }) };
}

/** drizzle on a client: its driver calls `query` and `transaction` alone. */
export function embeddedDatabase(client: Queryable & Pick<EmbeddedClient, 'transaction'>): Database {
  return drizzle({ client: client as unknown as PGlite });
}
