import * as z from 'zod/mini';

/** The largest signed integer of 64 bits. */
export const MAX_INT64 = 2n ** 63n - 1n;

/** A fixed-point number: value × 10^(−decimals). */
export const amount = z
  .object({
    value: z.string().check(z.regex(/^-?\d+$/)),
    decimals: z.int(),
  })
  .check(z.meta({ id: 'Amount' }));
export type Amount = z.infer<typeof amount>;

/** Parses a decimal string, keeping trailing zeros: "0.0650" becomes {value: "650", decimals: 4}. */
export function amountFromDecimal(text: string): Amount {
  const point = text.indexOf('.');
  const decimals = point < 0 ? 0 : text.length - point - 1;
  return { value: BigInt(text.replace('.', '')).toString(), decimals };
}

/** Formats an amount as an exact decimal string: {value: "650", decimals: 4} becomes "0.0650". */
export function decimalFromAmount({ value, decimals }: Amount): string {
  if (decimals <= 0) return value + (value === '0' ? '' : '0'.repeat(-decimals));
  const sign = value.startsWith('-') ? '-' : '';
  const digits = value.slice(sign.length).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the nearest double. */
export function numberFromAmount(amount: Amount): number {
  return Number(decimalFromAmount(amount));
}

/** Compares exactly. Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`. */
export function compareAmounts(a: Amount, b: Amount): number {
  const scale = Math.max(a.decimals, b.decimals);
  const difference = toBaseUnits(a, scale) - toBaseUnits(b, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Returns `a` − `b`, exactly. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals);
  return { value: (toBaseUnits(a, decimals) - toBaseUnits(b, decimals)).toString(), decimals };
}

function toBaseUnits({ value, decimals }: Amount, scale: number): bigint {
  return BigInt(value) * 10n ** BigInt(scale - decimals);
}
