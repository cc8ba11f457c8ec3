import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import type {
  EngineOptions,
  Message,
  PostedError,
  Request,
  Statement,
  StatementResult,
} from './embedded-protocol.ts';

const START_TIMEOUT_MS = 120_000;
const CLOSE_TIMEOUT_MS = 8_000;

/** An error that PostgreSQL reported for a statement; `code` is the SQLSTATE. */
class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly severity: string | undefined;
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly where: string | undefined;

  constructor({ message, severity, code, detail, where }: PostedError) {
    super(message);
    this.severity = severity;
    this.code = code;
    this.detail = detail;
    this.where = where;
  }
}

/** The engine could not be started. The message is the database's reason. */
export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}

interface Pending {
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: Error) => void;
}

/** PGlite in a worker thread. An engine that has ended cannot be restarted. */
export class EmbeddedEngine {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #busySince: number | undefined;
  #endReason: string | undefined;
  readonly #ready: Promise<void>;
  #resolveReady: () => void = () => undefined;
  /** Resolves with the reason when the engine has ended. */
  readonly ended: Promise<string>;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.#ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    this.ended = new Promise((resolve) => {
      worker.on('message', (message: Message) => this.#receive(message));
      worker.on('error', (error) => this.terminate(`the database engine failed: ${error.message}`));
      worker.once('exit', () => {
        this.terminate('the database engine stopped');
        resolve(this.#endReason ?? '');
      });
    });
  }

  /** Rejects with an EngineStartError. */
  static async start(options: EngineOptions): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
      workerData: options,
      // Most of what it allocates is results, which are sent at once. By default, V8 takes 34 MB for them.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    const engine = new EmbeddedEngine(worker);
    const timer = setTimeout(() => engine.terminate('the database engine did not start'), START_TIMEOUT_MS);
    await Promise.race([engine.#ready, engine.ended]);
    clearTimeout(timer);
    if (engine.#endReason === undefined) return engine;
    throw new EngineStartError(engine.#endReason);
  }

  /** Why the engine has ended; undefined while it runs. `ended` resolves later, once the folder is released. */
  get endReason(): string | undefined {
    return this.#endReason;
  }

  /** Milliseconds since the running statement started; 0 if idle. */
  get busyMilliseconds(): number {
    return this.#busySince === undefined ? 0 : performance.now() - this.#busySince;
  }

  /** Statements run in call order. Rejects with a StatementError, or a StoreUnavailableError if the engine ends. */
  run(statement: Statement): Promise<StatementResult> {
    if (this.#endReason !== undefined) return Promise.reject(new StoreUnavailableError(this.#endReason));
    this.#lastId += 1;
    const request: Request = { ...statement, id: this.#lastId };
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { resolve, reject });
      this.#busySince ??= performance.now();
      this.#worker.postMessage(request);
    });
  }

  /** Stops the engine immediately, even during a statement. PostgreSQL recovers at the next start. */
  terminate(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = reason;
    for (const { reject } of this.#pending.values()) reject(new StoreUnavailableError(reason));
    this.#pending.clear();
    void this.#worker.terminate();
  }

  /** Shuts down the database. Terminates the engine if it does not respond in time. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.terminate('the database engine did not shut down'), CLOSE_TIMEOUT_MS);
    this.#worker.postMessage('close');
    await this.ended;
    clearTimeout(timer);
  }

  #receive(message: Message): void {
    if (message.kind === 'failed') this.terminate(message.reason);
    else if (message.kind === 'closed') this.terminate('the store is closed');
    else if (message.kind === 'ready') this.#resolveReady();
    else this.#settle(message);
  }

  #settle(message: Extract<Message, { id: number }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#busySince = this.#pending.size > 0 ? performance.now() : undefined;
    if (message.kind === 'result') pending?.resolve(message.result);
    else pending?.reject(toStatementError(new StatementError(message.error)));
  }
}

/** SQLSTATEs of errors caused by a full disk: disk_full, read_only_sql_transaction. */
const DISK_FULL_CODES = new Set(['53100', '25006']);

function toStatementError(error: StatementError): Error {
  if (error.code === undefined || !DISK_FULL_CODES.has(error.code)) return error;
  return new StoreUnavailableError('the disk of the embedded store is full', { cause: error });
}
