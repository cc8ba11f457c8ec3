/** What a worker thread is started with. */
export interface EngineOptions {
  /** Data folder; a store in memory where absent. */
  readonly folder?: string;
  /** Tar archive of a data folder to begin with, for a store in memory. */
  readonly image?: Blob;
  /** PostgreSQL settings, `name=value`. */
  readonly parameters: readonly string[];
  /** Type oids whose values leave as text. */
  readonly textTypes: readonly number[];
}

/** One statement; several where `parameters` are absent, whose results are dropped. */
export interface Statement {
  readonly text: string;
  readonly parameters?: unknown[];
  readonly rowMode?: 'array' | 'object';
  /** What the statement reads as '/dev/blob'. */
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

/** A database error as it crosses threads, where classes and most properties of an Error are lost. */
export interface PostedError {
  readonly message: string;
  /** Undefined for errors of the engine itself. */
  readonly severity?: string | undefined;
  /** SQLSTATE. */
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly where?: string | undefined;
}

/** From the worker. After `failed` it answers nothing any more. */
export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly id: number; readonly result: StatementResult }
  | { readonly kind: 'error'; readonly id: number; readonly error: PostedError }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' };
