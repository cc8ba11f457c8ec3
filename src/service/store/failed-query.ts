import { DrizzleQueryError } from 'drizzle-orm';

export interface FailedQuery {
  readonly statement: string;
  /** What the database or its driver reported. */
  readonly cause: Error | undefined;
}

/** Undefined where an error is not of a query. Its own message holds the whole statement with all parameters. */
export function asFailedQuery(error: Error): FailedQuery | undefined {
  return error instanceof DrizzleQueryError ? { statement: error.query, cause: error.cause } : undefined;
}
