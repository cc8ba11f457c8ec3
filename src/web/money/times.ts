import { amountFromDecimal } from '#contract/amount.ts';
import { type DecimalText, decimalOfAmount, parseDecimal } from './decimals.ts';

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;
const MIDNIGHT = 'T00:00:00.000Z';
// The years 0 to 9999, which RFC 3339 can represent.
const [MIN_MS, MAX_MS] = [-62_167_219_200_000, 253_402_300_799_999];

/** Parses a date, or a date and time in UTC, such as 2026-01-20 or 2026-01-20T07:30Z. */
export function parseTime(text: string): Date | undefined {
  const time = new Date(text);
  // Date accepts 30 February as 1 March.
  const exists =
    DATE.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10));
  return exists ? time : undefined;
}

/** Formats a time without its time of day if that is midnight. Inverse of `parseTime`. */
export function formatTime(time: Date): string {
  return time.toISOString().replace(MIDNIGHT, '');
}

/** Returns the seconds since 1970, with milliseconds as decimals. */
export function secondsOfTime(time: Date): DecimalText {
  return decimalOfAmount({ value: String(time.getTime()), decimals: 3 });
}

/** Returns the time of seconds since 1970, rounded to milliseconds, in the years 0 to 9999. */
export function timeOfSeconds(seconds: DecimalText): Date {
  const { value, decimals } = amountFromDecimal(seconds);
  const milliseconds = Number(decimalOfAmount({ value, decimals: decimals - 3 }));
  return clampTime(Math.round(milliseconds));
}

/** Returns the time of milliseconds since 1970, or the nearest time in the years 0 to 9999. */
export function clampTime(milliseconds: number): Date {
  return new Date(Math.min(Math.max(milliseconds, MIN_MS), MAX_MS));
}

const UNITS = { d: 86_400, h: 3600, m: 60, s: 1 } as const;
const WEEK = { w: 604_800 } as const;
/** A comma is the decimal separator, except before three digits, where it could also separate thousands. */
const DURATION = /^(\d+(?:\.\d{1,3}|,\d{1,2})?)\s*([smhdw])$/i;

/** Parses a duration such as 30m, 12h, 1.5d or 2w. Returns seconds, or undefined for invalid input. */
export function parseDuration(text: string): DecimalText | undefined {
  const [, number = '', unit = ''] = DURATION.exec(text.trim()) ?? [];
  const [, seconds = 0] =
    Object.entries({ ...UNITS, ...WEEK }).find(([name]) => name === unit.toLowerCase()) ?? [];
  if (seconds === 0) return undefined;
  const { value, decimals } = amountFromDecimal(parseDecimal(number.replace(',', '.')) ?? '0');
  return decimalOfAmount({ value: String(BigInt(value) * BigInt(seconds)), decimals });
}

/** Formats seconds in the largest unit up to days of which they are a multiple: 604800 is 7d, 90 is 90s. Inverse of `parseDuration`. */
export function formatDuration(seconds: DecimalText): string {
  const { value, decimals } = amountFromDecimal(seconds);
  if (decimals > 0 || value === '0') return `${seconds}s`;
  const [unit, length] =
    Object.entries(UNITS).find(([, size]) => BigInt(value) % BigInt(size) === 0n) ?? (['s', 1] as const);
  return `${BigInt(value) / BigInt(length)}${unit}`;
}

/** Formats seconds with up to two units, rounded down: 90061 is 1d 1h. */
export function formatApproximateDuration(seconds: DecimalText): string {
  let rest = Math.max(Math.floor(Number(seconds)), 0);
  const parts = Object.entries(UNITS).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = parts.slice(first < 0 ? -1 : first).slice(0, 2);
  const text = shown.filter(({ count }) => count > 0).map(({ unit, count }) => `${count}${unit}`);
  return text.join(' ') || '0s';
}
