/**
 * Why a PostgreSQL server cannot answer now: `lost`, the connection broke or could not be made, or leads to a server
 * that no longer accepts writes; `silent`, no answer came in time; `busy`, the server answers but lacks resources or
 * time.
 */
export type Outage = 'lost' | 'silent' | 'busy';

// Errors of Node's sockets and of the resolver. ENOENT: the server's Unix socket is gone while it restarts.
const systemErrors = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOENT',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);

/** Errors that pg reports without a code. */
const driverMessages: readonly (readonly [message: string, outage: Outage])[] = [
  ['Query read timeout', 'silent'],
  ['timeout expired', 'silent'],
  ['Connection terminated due to connection timeout', 'silent'],
  ['Connection terminated', 'lost'],
  ['Client has encountered a connection error', 'lost'],
  ['Client was closed and is not queryable', 'lost'],
  ['There was an error establishing an SSL connection', 'lost'],
  ['timeout exceeded when trying to connect', 'busy'],
];

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, a session that the server
// ended (shutdown, crash, start-up, time-outs), and read_only_sql_transaction: a fail-over made the server a standby.
const LOST_STATES = /^(08...|57P0[1235]|25P03|25006)$/;
// Insufficient resources, such as too many connections or a full disk; query_canceled, by the statement time-out.
const BUSY_STATES = /^(53...|57014)$/;

/** Judges an error of the driver; undefined where the server works and only the statement failed. */
export function classifyOutage(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (systemErrors.has(code) || LOST_STATES.test(code)) return 'lost';
  if (BUSY_STATES.test(code)) return 'busy';
  return driverMessages.find(([message]) => error.message.startsWith(message))?.[1];
}

/** One line without the statement. Node leaves the message empty where several addresses of a host failed. */
export function describeOutage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.split('\n', 1)[0] || ('code' in error ? String(error.code) : error.name);
}
