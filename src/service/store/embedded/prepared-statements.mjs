import { parse, protocol } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

/** @typedef {import('@electric-sql/pglite').PGlite} PGlite */
/** @typedef {import('@electric-sql/pglite').QueryOptions} QueryOptions */
/** @typedef {{ readonly name: string, readonly types: readonly number[] }} Prepared */

const { serialize } = protocol;

/** Of texts. Plans take memory, which PGlite never returns. */
const MAX_STATEMENTS = 250;

const PREPARABLE = /^\s*(?:select|insert|update|delete|with)\b/i;
const CHANGES_TABLES = /^\s*(?:alter|create|drop)\b/i;

/**
 * Runs statements of a PGlite, prepared under a name from the second time on: PostgreSQL parses and plans unnamed ones each
 * time, which takes longer than many of them run. Once plans for the present parameters are no better than a general one,
 * it keeps that.
 */
export class PreparedStatements {
  /** @type {PGlite} */
  #pglite;
  #count = 0;
  /** Names of statements to be closed. @type {string[]} */
  #unused = [];
  /** By text. Those that have run once are not prepared. @type {LRUCache<string, { readonly prepared?: Prepared }>} */
  #statements = new LRUCache({
    max: MAX_STATEMENTS,
    dispose: ({ prepared }) => {
      if (prepared) this.#unused.push(prepared.name);
    },
  });

  /** @param {PGlite} pglite */
  constructor(pglite) {
    this.#pglite = pglite;
  }

  /**
   * Runs a statement like `query` of PGlite.
   * @param {string} text @param {unknown[]} parameters @param {QueryOptions} options
   */
  async query(text, parameters, options) {
    // A prepared statement fails if it would return other columns than before.
    if (CHANGES_TABLES.test(text)) this.#statements.clear();
    if (!PREPARABLE.test(text)) return await this.#pglite.query(text, parameters, options);
    if (!this.#statements.has(text)) {
      this.#statements.set(text, {});
      return await this.#pglite.query(text, parameters, options);
    }
    return await this.#pglite.runExclusive(async () => {
      const { prepared = await this.#prepare(text) } = this.#statements.get(text) ?? {};
      const values = parameters.map((value, index) => this.#serialize(value, prepared.types[index] ?? 0));
      const messages = await this.#send(
        serialize.bind({ statement: prepared.name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      );
      const [result] = parse.parseResults(messages, this.#pglite.parsers, options);
      if (!result) throw new Error('a statement has no result');
      return result;
    });
  }

  /** @param {string} text */
  async #prepare(text) {
    this.#count += 1;
    const name = `statement_${this.#count}`;
    const messages = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const prepared = { name, types: parse.parseDescribeStatementResults(messages) };
    this.#statements.set(text, { prepared });
    return prepared;
  }

  /** @param {any} value @param {number} type OID. */
  #serialize(value, type) {
    if (value === null || value === undefined) return null;
    const serializer = this.#pglite.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  /** Sends messages of the extended query protocol. @param {Uint8Array[]} messages */
  #send(...messages) {
    const closing = this.#unused.splice(0).map((name) => serialize.close({ type: 'S', name }));
    return this.#pglite.execProtocolStream(Buffer.concat([...closing, ...messages, serialize.sync()]), {});
  }
}
