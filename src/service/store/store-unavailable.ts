/**
 * The store cannot answer now but may later: connection lost, server restarting, disk full. Every engine translates
 * its driver's errors of that kind into this one.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Whether an error is, or wraps, a StoreUnavailableError: drizzle wraps what a driver throws. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof StoreUnavailableError || isStoreUnavailable(error.cause);
}
