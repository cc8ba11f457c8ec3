import { hasErrorCode } from '#service/store/error-code.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement failed because of lock_timeout. Drizzle wraps the driver's error. */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return hasErrorCode(error, LOCK_NOT_AVAILABLE) || isLockTimeout(error.cause);
}
