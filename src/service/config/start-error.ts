import { errorLine } from '#service/store/error-line.ts';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';

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
  const isWrapper =
    error instanceof Error && error.cause instanceof Error && !(error instanceof StoreUnavailableError);
  return errorLine(isWrapper ? error.cause : error);
}
