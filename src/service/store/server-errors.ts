import { hasErrorCode } from './error-code.ts';

/**
 * Why a PostgreSQL server is unavailable:
 * - `lost`: the connection broke, could not be opened, or leads to a server that no longer accepts writes;
 * - `silent`: no response in time;
 * - `busy`: the server responds but lacks resources or exceeded a time limit.
 */
export type Outage = 'lost' | 'silent' | 'busy';

// Errors of Node's sockets and DNS resolver. ENOENT: the server's Unix socket does not exist while it restarts.
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

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, sessions ended by the server
// (shutdown, crash, startup, timeouts), and read_only_sql_transaction after a failover to a standby.
const LOST_STATES = /^(08...|57P0[1235]|25P03|25006)$/;
// Insufficient resources, such as too many connections or a full disk; query_canceled by the statement timeout.
const BUSY_STATES = /^(53...|57014)$/;

/** Classifies a driver's error; undefined if only the statement failed and the server works. */
export function classifyOutage(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (systemErrors.has(code) || LOST_STATES.test(code)) return 'lost';
  if (BUSY_STATES.test(code)) return 'busy';
  return driverMessages.find(([message]) => error.message.startsWith(message))?.[1];
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement failed because of lock_timeout. Drizzle wraps the driver's error. */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return hasErrorCode(error, LOCK_NOT_AVAILABLE) || isLockTimeout(error.cause);
}
