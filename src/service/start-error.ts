/** Why the service does not start, in one line for a person. */
export class StartError extends Error {}

/** Names the setting that failed work depends on. */
export async function dependingOn<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new StartError(`${setting}: ${reasonOf(error)}`, { cause: error });
  }
}

// A query's own words name the whole statement: the store's reason is its cause. Where several addresses of one host
// were tried in vain, there is a code and no message.
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const { message, name } = cause instanceof Error ? cause : error;
  const code = 'code' in error ? String(error.code) : name;
  return message.split('\n', 1)[0] || code;
}
