import { asFailedQuery } from '#service/store/failed-query.ts';

const MAX_STATEMENT = 200;
const MAX_MESSAGE = 1000;

interface LoggedError extends Record<string, unknown> {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The beginning of the statement that failed, without its parameters. */
  readonly statement?: string;
  /** Where it was thrown. */
  readonly stack: string;
}

/** What the log says of an error; of a failed query the database's own message. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: shortened(String(error), MAX_MESSAGE), stack: '' };
  const query = asFailedQuery(error);
  const reported = query ? (query.cause ?? new Error('query failed')) : error;
  return {
    type: reported.name,
    message: shortened(reported.message, MAX_MESSAGE),
    ...('code' in reported && typeof reported.code === 'string' && { code: reported.code }),
    ...(query && { statement: shortened(query.statement.replaceAll(/\s+/g, ' ').trim(), MAX_STATEMENT) }),
    stack: framesOf(error.stack ?? ''),
  };
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A stack begins with the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}
