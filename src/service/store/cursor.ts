import { createHash } from 'node:crypto';
import { MAX_INT64 } from '#contract/amount.ts';
import { InvalidValueError } from '#contract/errors.ts';

// Increment when the format changes, so that old cursors are rejected.
const VERSION = 1;
const HASH_LENGTH = 16;
// Microseconds since 1970. PostgreSQL's timestamps start in 4713 BC; JavaScript formats years up to 9999.
const MIN_TIME = -200_000_000_000_000_000n;
const MAX_TIME = 300_000_000_000_000_000n;

/** Sort keys of a row, as strings that SQL can cast back without losing digits; null if the value is unknown. */
export type CursorKeys = readonly (string | null)[];

export type CursorKeyType = keyof typeof isKey;

const isKey = {
  integer: (text: string) => isInteger(text, -MAX_INT64, MAX_INT64),
  time: (text: string) => isInteger(text, MIN_TIME, MAX_TIME),
  decimal: (text: string) => /^-?\d{1,400}(\.\d{1,400})?$/.test(text),
  float: (text: string) => Number.isFinite(Number(text)) && String(Number(text)) === text,
  address: (text: string) => /^-?\d{1,3}:[0-9a-f]{64}$/.test(text),
};

function isInteger(text: string, min: bigint, max: bigint): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt(text) >= min && BigInt(text) <= max;
}

/**
 * Returns the page of `limit` rows of those that were found, one more if there is a next page. `last` is the row that the next
 * page follows, undefined without one.
 */
export function pageOf<Row>(found: readonly Row[], limit: number) {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? page.at(-1) : undefined };
}

/**
 * Encodes the sort keys of the last row of a page. `list` contains all parameters that determine the list's content
 * and order; the cursor is only valid for the same list.
 */
export function writeCursor(list: object, keys: CursorKeys): string {
  return encode([VERSION, hashList(list), ...keys]);
}

/** Returns undefined if `cursor` is missing or empty (first page). Throws InvalidValueError if it is not valid for `list`. */
export function readCursor(
  list: object,
  types: readonly CursorKeyType[],
  cursor: string | undefined,
): CursorKeys | undefined {
  if (!cursor) return undefined;
  const [version, hash, ...keys] = decode(cursor);
  if (version !== VERSION || hash !== hashList(list) || keys.length !== types.length) throw invalidCursor();
  return types.map((type, index) => readKey(type, keys[index]));
}

function readKey(type: CursorKeyType, key: unknown): string | null {
  if (key === null && type !== 'address') return null;
  if (typeof key !== 'string' || !isKey[type](key)) throw invalidCursor();
  return key;
}

function encode(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

// Buffer ignores invalid base64 characters, so the decoded bytes must encode back to the same text.
function decode(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor) throw invalidCursor();
  try {
    const parts: unknown = JSON.parse(bytes.toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw invalidCursor();
  }
}

function hashList(list: object): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, HASH_LENGTH);
}

function invalidCursor(): InvalidValueError {
  return new InvalidValueError('cursor');
}
