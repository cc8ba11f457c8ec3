const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement failed because of lock_timeout. Drizzle wraps the driver's error. */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === LOCK_NOT_AVAILABLE) return true;
  return isLockTimeout(error.cause);
}
