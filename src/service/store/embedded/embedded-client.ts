import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '#service/store/database.ts';
import { quoteIdentifier } from '#service/store/sql-text.ts';
import type { Statement, StatementResult } from './embedded-protocol.ts';

/** Runs statements in call order on one database session. */
export interface StatementRunner {
  run(statement: Statement): Promise<StatementResult>;
}

type Options = Pick<Statement, 'rowMode' | 'blob'>;

/** The method of PGlite by which drizzle's driver runs statements. */
export interface Queryable {
  query(text: string, parameters?: unknown[], options?: Options): Promise<StatementResult>;
}

/**
 * Queues statements and whole transactions for the single session of an embedded store. `getEngine` returns the
 * running engine or throws StoreUnavailableError.
 */
export class EmbeddedClient implements Queryable {
  readonly #getEngine: () => StatementRunner;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(getEngine: () => StatementRunner) {
    this.#getEngine = getEngine;
  }

  query(text: string, parameters: unknown[] = [], options: Options = {}): Promise<StatementResult> {
    return this.#enqueue((engine) => engine.run(toStatement(text, parameters, options)));
  }

  /** Runs one or more statements without parameters, outside of a transaction; discards their rows. */
  async exec(text: string): Promise<void> {
    await this.#enqueue((engine) => engine.run({ text }));
  }

  /** Runs `work` between statements, with everything written to the files of the database. */
  atCheckpoint<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(async (engine) => {
      await engine.run({ text: 'CHECKPOINT' });
      return await work();
    });
  }

  transaction<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> {
    return this.#transaction('BEGIN', work);
  }

  /** Returns a view of the session on another schema. Each statement runs in its own transaction. */
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
        // Fails if the engine has ended; then there is nothing to roll back.
        await engine.run({ text: 'ROLLBACK' }).catch(() => undefined);
        throw error;
      }
    });
  }

  #enqueue<Result>(work: (engine: StatementRunner) => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(() => work(this.#getEngine()));
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

function toStatement(text: string, parameters: unknown[], { rowMode, blob }: Options): Statement {
  return { text, parameters, ...(rowMode && { rowMode }), ...(blob !== undefined && { blob }) };
}

/** Creates a drizzle database. Drizzle's PGlite driver only calls `query` and `transaction` of its client. */
export function embeddedDatabase(client: Queryable & Pick<EmbeddedClient, 'transaction'>): Database {
  return drizzle({ client: client as unknown as PGlite });
}
