import { DrizzleQueryError } from 'drizzle-orm';

/** What failed is for the operator to solve. The message is one line that says what is wrong. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** The store is temporarily unavailable: connection lost, server restarting, disk full. Thrown by both engines. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Whether an error is, or wraps, a StoreUnavailableError. Drizzle wraps errors of the driver. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof StoreUnavailableError || isStoreUnavailable(error.cause);
}

/** Returns a one-line description of an error. Node.js leaves the message empty if several addresses of a host failed. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return firstLine(error.message) || ('code' in error ? String(error.code) : error.name);
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

interface FailedQuery {
  readonly statement: string;
  /** What the database or its driver reported. */
  readonly cause: Error | undefined;
}

/**
 * Returns the statement and cause of a failed query; undefined for other errors. Do not log the error's own message:
 * it contains the statement with all parameters.
 */
export function asFailedQuery(error: Error): FailedQuery | undefined {
  return error instanceof DrizzleQueryError ? { statement: error.query, cause: error.cause } : undefined;
}

/** Whether an error has this code: that of a system error, or the SQLSTATE of a database error. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

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
