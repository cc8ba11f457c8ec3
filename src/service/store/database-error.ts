/** What both drivers put into an error that the database answers with. */
interface DatabaseError extends Error {
  readonly severity: string;
  /** Such as `COPY fx, line 2, column rate: "…"`. */
  readonly where?: string | undefined;
}

/** One line on the database's own error, which drizzle wraps; undefined for any other error. */
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
