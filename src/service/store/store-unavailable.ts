/** The store is temporarily unavailable: connection lost, server restarting, disk full. Thrown by both engines. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Whether an error is, or wraps, a StoreUnavailableError. Drizzle wraps errors of the driver. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof StoreUnavailableError || isStoreUnavailable(error.cause);
}
