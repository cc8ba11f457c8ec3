/** Fields that both drivers set on errors reported by the database. */
interface DatabaseError extends Error {
  readonly severity: string;
  /** For example `COPY fx, line 2, column rate: "…"`. */
  readonly where?: string | undefined;
}

/** One-line description of an error reported by the database, unwrapped from drizzle's; undefined for other errors. */
export function describeDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!isDatabaseError(error)) return describeDatabaseError(error.cause);
  const where = error.where ? ` (${firstLine(error.where)})` : '';
  return `Database error: ${firstLine(error.message)}${where}`;
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'severity' in error && typeof error.severity === 'string';
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
