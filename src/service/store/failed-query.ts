import { DrizzleQueryError } from 'drizzle-orm';

export interface FailedQuery {
  readonly statement: string;
  /** What the database or its driver reported. */
  readonly cause: Error | undefined;
}

/**
 * Returns the statement and cause of a failed query; undefined for other errors. Do not log the error's own message:
 * it contains the statement with all parameters.
 */
export function asFailedQuery(error: Error): FailedQuery | undefined {
  return error instanceof DrizzleQueryError ? { statement: error.query, cause: error.cause } : undefined;
}
