import { StoreUnavailableError } from './store/store-unavailable.ts';

/** Why the service does not start, in one line for a person. */
export class StartError extends Error {}

/** Names the setting that failed work depends on. */
export async function withSettingName<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new StartError(`${setting}: ${errorReason(error)}`, { cause: error });
  }
}

/** One line; never a statement: drizzle's messages hold the whole SQL, and the driver's error is the cause. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StoreUnavailableError) return error.message;
  const { cause } = error;
  const { message, name } = cause instanceof Error ? cause : error;
  // Node leaves the message empty where several addresses of a host failed.
  const code = 'code' in error ? String(error.code) : name;
  return message.split('\n', 1)[0] || code;
}
