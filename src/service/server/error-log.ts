import { asFailedQuery } from '#service/store/failed-query.ts';

const MAX_STATEMENT = 200;
const MAX_MESSAGE = 1000;

interface LoggedError extends Record<string, unknown> {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Start of the failed SQL statement, without its parameters. */
  readonly statement?: string;
  /** Stack frames, without the message. */
  readonly stack: string;
}

/** Returns the logged form of any thrown value. For a failed query, the message is that of the database. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: truncate(String(error), MAX_MESSAGE), stack: '' };
  const query = asFailedQuery(error);
  const reported = query ? (query.cause ?? new Error('query failed')) : error;
  return {
    type: reported.name,
    message: truncate(reported.message, MAX_MESSAGE),
    ...('code' in reported && typeof reported.code === 'string' && { code: reported.code }),
    ...(query && { statement: truncate(query.statement.replaceAll(/\s+/g, ' ').trim(), MAX_STATEMENT) }),
    stack: framesOf(error.stack ?? ''),
  };
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns the frames of a stack trace, without the message before them. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}
