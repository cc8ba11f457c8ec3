import { parseAddress } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';

/**
 * Fields of a response, decoded one by one. Invalid values are treated as absent because other services may omit or add
 * fields. Faster than schema validation, which matters for long lists.
 */
export interface Fields {
  readonly [name: string]: unknown;
}

const noFields: Fields = {};
// Sanity limits.
const MAX_DIGITS = 400;
const MAX_DECIMALS = 255;

export function asFields(value: unknown): Fields {
  return isFields(value) ? value : noFields;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asAddress(value: unknown): string | undefined {
  return typeof value === 'string' ? parseAddress(value) : undefined;
}

// Most values of a response share a timestamp: it is validated and stored once.
let lastTimestamp: string | undefined;

/** Returns a valid date-time string unchanged. */
export function asTimestamp(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value === lastTimestamp) return lastTimestamp;
  if (Number.isNaN(Date.parse(value))) return undefined;
  lastTimestamp = value;
  return value;
}

/** Returns an integer of any size as text. Accepts JSON numbers, which some services send. */
export function asIntegerText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && isDigits(value) ? value : undefined;
}

/** Returns a safe integer. Accepts JSON strings, which some services send. */
export function asInteger(value: unknown): number | undefined {
  const digits = asIntegerText(value);
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

export function asDecimals(value: unknown): number | undefined {
  const decimals = asInteger(value);
  return decimals !== undefined && Math.abs(decimals) <= MAX_DECIMALS ? decimals : undefined;
}

export function asAmount(value: unknown): Amount | undefined {
  if (!isFields(value)) return undefined;
  const digits = asIntegerText(value.value);
  const decimals = asDecimals(value.decimals);
  return digits === undefined || decimals === undefined ? undefined : { value: digits, decimals };
}

const MINUS = 45;
const ZERO = 48;
const NINE = 57;

// Called for every number of a page. Several times faster than a regular expression.
function isDigits(text: string): boolean {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.length === first || text.length > MAX_DIGITS) return false;
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}
