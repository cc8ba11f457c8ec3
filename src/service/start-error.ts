import { StoreUnavailableError } from './store/store-unavailable.ts';

/** The service cannot start. The message is a single line for the user. */
export class StartError extends Error {}

/** Awaits `work`. If it fails, throws a StartError that names the setting it depends on. */
export async function withSettingName<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new StartError(`${setting}: ${errorReason(error)}`, { cause: error });
  }
}

/** Returns a one-line reason without SQL: Drizzle's messages contain the whole statement, so their cause is used. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StoreUnavailableError) return error.message;
  const { cause } = error;
  const { message, name } = cause instanceof Error ? cause : error;
  // Node.js leaves the message empty if several addresses of a host failed.
  const code = 'code' in error ? String(error.code) : name;
  return message.split('\n', 1)[0] || code;
}
