import { groupThousands, signOf } from './significant.ts';

/** Whole numbers of any size: 2649800 is 2,649,800. */
export function countText(count: string | number): string {
  const text = String(count);
  const negative = text.startsWith('-');
  return signOf(negative) + groupThousands(negative ? text.slice(1) : text);
}
