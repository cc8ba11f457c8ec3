import { formatSign, groupThousands } from './significant-digits.ts';

/** Formats an integer of any size: 2649800 as 2,649,800. */
export function formatCount(count: string | number): string {
  const text = String(count);
  const negative = text.startsWith('-');
  return formatSign(negative) + groupThousands(negative ? text.slice(1) : text);
}
