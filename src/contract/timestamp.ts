import * as z from 'zod/mini';

const MAX_LENGTH = 40;
const SECOND_FRACTION = /\.(\d+)/;
const SUB_MILLISECOND = /\.\d{3}\d*[1-9]/;

/** A date-time with any offset and number of fraction digits, as RFC 3339. */
export const timestampText = z.iso.datetime({ offset: true }).check(z.maxLength(MAX_LENGTH));

/** Returns the time, rounded down to milliseconds. */
export function roundDownToMilliseconds(text: string): Date {
  return new Date(Date.parse(text));
}

/** Returns the time, rounded up to milliseconds. */
export function roundUpToMilliseconds(text: string): Date {
  return new Date(Date.parse(text) + Number(SUB_MILLISECOND.test(text)));
}

/** Compares two times exactly. Returns a negative number, 0 or a positive number. */
export function compareTimestamps(a: string, b: string): number {
  const [first, second] = [exactTime(a), exactTime(b)];
  return first < second ? -1 : Number(first > second);
}

/** Returns milliseconds since 1970 × 10^MAX_LENGTH. */
function exactTime(text: string): bigint {
  const [, fraction = ''] = SECOND_FRACTION.exec(text) ?? [];
  const milliseconds = BigInt(Date.parse(text.replace(SECOND_FRACTION, '')));
  return milliseconds * 10n ** BigInt(MAX_LENGTH) + BigInt(fraction.padEnd(MAX_LENGTH, '0')) * 1000n;
}
