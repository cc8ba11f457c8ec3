import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { MAX_INT64 } from '#contract/amount.ts';
import { type HolderKind, holderKinds } from '#contract/holders.ts';
import { BadValueError } from './bad-value-error.ts';
import { MAX_BASE_UNITS, MAX_DECIMAL_LENGTH, MAX_ORDERS_OF_MAGNITUDE } from './limits.ts';

export const WRAPPED_TON: readonly RawAddress[] = [
  '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c',
  '0:671963027f7f85659ab55b821671688601cdcf1ee674fc7fbbb1a776a18d34a3',
  '0:d0a1ce4cdc187c79615ea618bd6c29617af7a56d966f5a192a768f345ee63fd2',
];

const MAX_DECIMAL = 10 ** MAX_ORDERS_OF_MAGNITUDE;
const MIN_DECIMAL = 10 ** -MAX_ORDERS_OF_MAGNITUDE;
const MIN_TIME = Date.UTC(2000, 0);
const MAX_TIME = Date.UTC(2100, 0);

export function readAddress(name: string, text: string): RawAddress {
  const address = parseAddress(text.trim());
  if (address === undefined) throw new BadValueError(`${name} is not a valid address`, text);
  return address;
}

/** Reads the address of a pool's asset. Wrapped TON counts as TON. */
export function readAsset(name: string, text: string): RawAddress {
  const address = readAddress(name, text);
  return WRAPPED_TON.includes(address) ? TON_ADDRESS : address;
}

/** Reads base units: an integer of up to 256 bits. Returns its digits without leading zeros. */
export function readInteger(name: string, text: string): string {
  return readIntegerUpTo(MAX_BASE_UNITS, `${name} exceeds 256 bits`, name, text);
}

export function readPositiveInteger(name: string, text: string): string {
  const digits = readInteger(name, text);
  if (digits === '0') throw new BadValueError(`${name} must be greater than 0`, text);
  return digits;
}

export function readInt64(name: string, text: string): string {
  return readIntegerUpTo(MAX_INT64, `${name} exceeds 64 bits`, name, text);
}

export function readLt(name: string, text: string): bigint {
  return BigInt(readInt64(name, text));
}

export function readSmallInteger(name: string, text: string, max: number): number {
  return Number(readIntegerUpTo(BigInt(max), `${name} exceeds ${max}`, name, text));
}

function readIntegerUpTo(max: bigint, reason: string, name: string, text: string): string {
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) throw new BadValueError(`${name} is not an integer`, text);
  const digits = trimmed.replace(/^0+(?=\d)/, '');
  // The length check comes first because BigInt takes seconds for a million digits.
  if (digits.length > String(max).length || BigInt(digits) > max) throw new BadValueError(reason, text);
  return digits;
}

/** Reads zero or a positive number within the limits, in decimal notation with or without exponent. */
export function readDecimal(name: string, text: string): string {
  const decimal = text.trim();
  if (decimal.length > MAX_DECIMAL_LENGTH || !/^(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(decimal)) {
    throw new BadValueError(`${name} is not a decimal number`, text);
  }
  // PostgreSQL would store 0e-999 with 999 decimals.
  if (/^[0.]+([eE]|$)/.test(decimal)) return '0';
  const number = Number(decimal);
  if (number < MIN_DECIMAL || number > MAX_DECIMAL) {
    const [least, most] = [-MAX_ORDERS_OF_MAGNITUDE, MAX_ORDERS_OF_MAGNITUDE];
    throw new BadValueError(`${name} must be between 10^${least} and 10^${most}`, text);
  }
  return decimal;
}

/** Reads what the owner of jettons is. */
export function readHolderKind(name: string, text: string): HolderKind {
  const kind = holderKinds.find((one) => one === text.trim());
  if (kind === undefined) throw new BadValueError(`${name} must be one of ${holderKinds.join(', ')}`, text);
  return kind;
}

/**
 * Reads the hash of a transaction, in hex or base64, as 64 lowercase hex digits. Undefined if it is anything else: a swap counts
 * without its hash, and some sources have other identifiers of transactions.
 */
export function readTxHash(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[\da-f]{64}$/i.test(trimmed)) return trimmed.toLowerCase();
  return /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64').toString('hex') : undefined;
}

export function readUnixSeconds(name: string, text: string): number {
  const digits = text.trim();
  if (!/^\d{1,12}$/.test(digits)) throw new BadValueError(`${name} is not a Unix timestamp in seconds`, text);
  const seconds = Number(digits);
  requireSupportedTime(name, seconds * 1000, text);
  return seconds;
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** Reads a time in RFC 3339 format, as a date, or in Unix seconds. */
export function readTime(name: string, text: string): Date {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return new Date(readUnixSeconds(name, trimmed) * 1000);
  const time = new Date(trimmed);
  const isTime = TIME.test(trimmed) && isDate(trimmed.slice(0, 10)) && !Number.isNaN(time.getTime());
  if (!isTime) throw new BadValueError(`${name} is not a valid time`, text);
  requireSupportedTime(name, time.getTime(), text);
  return time;
}

/**
 * Reads a time that is in UTC unless it has another time zone, without fractions of a second: times of blocks, and those
 * of imported swaps, are whole seconds.
 */
export function readSecondInUtc(name: string, text: string): Date {
  const trimmed = text.trim();
  const time = readTime(name, /T[^Z+-]+$/.test(trimmed) ? `${trimmed}Z` : trimmed);
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

function requireSupportedTime(name: string, milliseconds: number, text: string): void {
  if (milliseconds >= MIN_TIME && milliseconds < MAX_TIME) return;
  throw new BadValueError(`${name} must be between 2000 and 2099`, text);
}

export function readDate(name: string, text: string): string {
  const day = text.trim();
  if (!isDate(day)) throw new BadValueError(`${name} is not a valid date`, text);
  requireSupportedTime(name, Date.parse(day), text);
  return day;
}

// The round trip detects dates such as 30 February, which Date interprets as 2 March.
function isDate(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text;
}

/** Replaces NUL characters and unpaired surrogates, which PostgreSQL cannot store, with U+FFFD. */
export function storableText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
