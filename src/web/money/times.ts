import { amountFromDecimal } from '#contract/amount.ts';
import { type DecimalText, decimalOfAmount } from './decimal-text.ts';

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
