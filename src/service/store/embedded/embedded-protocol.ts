/** `workerData` of the engine's worker thread. */
export interface EngineOptions {
  /** Data folder; omitted for an in-memory store. */
  readonly folder?: string;
  /** Initial content of an in-memory store: a tar archive of a data folder. */
  readonly image?: Uint8Array<ArrayBuffer>;
  /** PostgreSQL settings, `name=value`. */
  readonly parameters: readonly string[];
  /** OIDs of types whose values are returned as text. */
  readonly textTypes: readonly number[];
}

/** One statement with its parameters. Without `parameters`: one or more statements, whose results are discarded. */
export interface Statement {
  readonly text: string;
  readonly parameters?: unknown[];
  readonly rowMode?: 'array' | 'object';
  /** Content of '/dev/blob' during the statement. */
  readonly blob?: string;
}

export interface Request extends Statement {
  readonly id: number;
}

export interface StatementResult {
  readonly rows: unknown[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly affectedRows?: number | undefined;
}

/** An error as a plain object: structured cloning between threads drops classes and most properties of Error. */
export interface PostedError {
  readonly message: string;
  /** Undefined if the error is not from the database. */
  readonly severity?: string | undefined;
  /** SQLSTATE. */
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly where?: string | undefined;
}

/** Messages from the worker. After `failed` the worker no longer responds. */
export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly id: number; readonly result: StatementResult }
  | { readonly kind: 'error'; readonly id: number; readonly error: PostedError }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' };
