import { createHash } from 'node:crypto';
import { InvalidValueError } from '#service/service.ts';

// Raised whenever old cursors would be misread.
const VERSION = 1;
const HASH_LENGTH = 16;
const MAX_INT64 = 2n ** 63n - 1n;
// In microseconds since 1970; PostgreSQL's calendar begins in -4713, dates are written up to 9999.
const FIRST_TIME = -200_000_000_000_000_000n;
const LAST_TIME = 300_000_000_000_000_000n;

/** What the order of a list is by: texts that SQL casts back without losing a digit; null where a value is unknown. */
export type CursorKeys = readonly (string | null)[];

export type CursorKeyType = keyof typeof isKey;

const isKey = {
  integer: (text: string) => isInteger(text, -MAX_INT64, MAX_INT64),
  time: (text: string) => isInteger(text, FIRST_TIME, LAST_TIME),
  decimal: (text: string) => /^-?\d{1,400}(\.\d{1,400})?$/.test(text),
  float: (text: string) => Number.isFinite(Number(text)) && String(Number(text)) === text,
  address: (text: string) => /^-?\d{1,3}:[0-9a-f]{64}$/.test(text),
};

function isInteger(text: string, min: bigint, max: bigint): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt(text) >= min && BigInt(text) <= max;
}

/** Where the next page begins. `list` is everything that makes the order: a cursor is good for no other. */
export function writeCursor(list: object, keys: CursorKeys): string {
  return encode([VERSION, hashList(list), ...keys]);
}

/** Undefined where the first page is asked for. */
export function readCursor(
  list: object,
  kinds: readonly CursorKeyType[],
  cursor: string | undefined,
): CursorKeys | undefined {
  if (!cursor) return undefined;
  const [version, hash, ...keys] = decode(cursor);
  if (version !== VERSION || hash !== hashList(list) || keys.length !== kinds.length) throw invalidCursor();
  return kinds.map((kind, index) => readKey(kind, keys[index]));
}

function readKey(kind: CursorKeyType, key: unknown): string | null {
  if (key === null && kind !== 'address') return null;
  if (typeof key !== 'string' || !isKey[kind](key)) throw invalidCursor();
  return key;
}

function encode(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

// Buffer reads whatever it can of a text: only what it would write itself is a cursor.
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
  return new InvalidValueError('The cursor belongs to no page of this list');
}
