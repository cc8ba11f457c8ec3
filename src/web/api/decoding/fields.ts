import { parseAddress } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';

/**
 * What a service sent, read field by field. Other services may leave out, or add, what ours does not; and lists are
 * long, so that a schema would hold the page up. Whatever is not what the interface says reads as absent.
 */
export interface Fields {
  readonly [name: string]: unknown;
}

const nothing: Fields = {};
// Past these no number is meant, and its text would be without end.
const MOST_DIGITS = 400;
const MOST_DECIMALS = 255;

export function asFields(value: unknown): Fields {
  return isFields(value) ? value : nothing;
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

// Most numbers of an answer were calculated at the same moment: its text is checked, and held, once.
let lastMoment: string | undefined;

/** A moment in the form that it has on the wire. */
export function asTimestamp(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value === lastMoment) return lastMoment;
  if (Number.isNaN(Date.parse(value))) return undefined;
  lastMoment = value;
  return value;
}

/** Whole numbers of any size; some write them as numbers. */
export function asIntegerText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && isDigits(value) ? value : undefined;
}

/** Small whole numbers; some write them as texts. */
export function asInteger(value: unknown): number | undefined {
  const digits = asIntegerText(value);
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

export function asDecimals(value: unknown): number | undefined {
  const decimals = asInteger(value);
  return decimals !== undefined && Math.abs(decimals) <= MOST_DECIMALS ? decimals : undefined;
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

// Called for every number of a page: several times as quick as an expression.
function isDigits(text: string): boolean {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.length === first || text.length > MOST_DIGITS) return false;
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}
