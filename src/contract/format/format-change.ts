import { formatCompactAmount } from './format-compact-amount.ts';
import { formatSign } from './significant-digits.ts';

export interface FormattedChange {
  readonly direction: 'up' | 'down' | 'flat';
  /** With a sign, except for values that round to zero. */
  readonly text: string;
}

const ARROWS = { up: '▲', down: '▼', flat: '' } as const;

/** Formats a change in percent: 0.4231 as +0.42, −31.4 as −31.4, 12345 as +12.3k. */
export function formatChange(percent: number): FormattedChange {
  const digits = changeDigits(Math.abs(percent));
  if (Number(digits) === 0) return { direction: 'flat', text: digits };
  return percent > 0
    ? { direction: 'up', text: `+${digits}` }
    : { direction: 'down', text: formatSign(true) + digits };
}

export function changeArrow({ direction }: Pick<FormattedChange, 'direction'>): string {
  return ARROWS[direction];
}

function changeDigits(size: number): string {
  if (size < 9.995) return size.toFixed(2);
  if (size < 99.95) return size.toFixed(1);
  if (size < 999.5) return size.toFixed(0);
  const { digits, unit } = formatCompactAmount({
    value: BigInt(Math.round(Math.min(size, 1e300))).toString(),
    decimals: 0,
  });
  return digits + unit;
}
