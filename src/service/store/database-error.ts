import { firstLine } from './error-line.ts';

/** Fields that both drivers set on errors reported by the database. */
interface DatabaseError extends Error {
  readonly severity: string;
  /** For example `COPY fx, line 2, column rate: "…"`. */
  readonly where?: string | undefined;
}

/** Returns one line about an error that the database reported, which drizzle may wrap; undefined for other errors. */
export function describeDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!isDatabaseError(error)) return describeDatabaseError(error.cause);
  const where = error.where ? ` (${firstLine(error.where)})` : '';
  return `Database error: ${firstLine(error.message)}${where}`;
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'severity' in error && typeof error.severity === 'string';
}
