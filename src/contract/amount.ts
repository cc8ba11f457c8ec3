import * as z from 'zod/mini';

/** A fixed-point number: value × 10^(−decimals). */
export const amount = z
  .object({
    value: z.string().check(z.regex(/^-?\d+$/), z.meta({ description: 'Integer in base units' })),
    decimals: z.int(),
  })
  .check(z.meta({ id: 'Amount' }));
export type Amount = z.infer<typeof amount>;

/** Reads a decimal such as "0.0650" digit by digit: {value: "650", decimals: 4}. */
export function amountFromDecimal(text: string): Amount {
  const point = text.indexOf('.');
  const decimals = point < 0 ? 0 : text.length - point - 1;
  return { value: BigInt(text.replace('.', '')).toString(), decimals };
}

/** Writes an amount as a decimal with all its digits: {value: "650", decimals: 4} is "0.0650". */
export function decimalFromAmount({ value, decimals }: Amount): string {
  if (decimals <= 0) return value + (value === '0' ? '' : '0'.repeat(-decimals));
  const sign = value.startsWith('-') ? '-' : '';
  const digits = value.slice(sign.length).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Negative, zero or positive as `a` is below, equal to or above `b`; exact. */
export function compareAmounts(a: Amount, b: Amount): number {
  const scale = Math.max(a.decimals, b.decimals);
  const difference = scaled(a, scale) - scaled(b, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function scaled({ value, decimals }: Amount, scale: number): bigint {
  return BigInt(value) * 10n ** BigInt(scale - decimals);
}
