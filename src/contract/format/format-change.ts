import { formatCount } from './format-count.ts';
import { formatSign } from './significant-digits.ts';

export interface FormattedChange {
  readonly direction: 'up' | 'down' | 'flat';
  /** With a sign, except for values that round to zero. */
  readonly text: string;
}

/** Larger changes are meaningless to traders, and would not fit into a column. */
const MAX_PERCENT = 999_999;

/** Formats a change in percent: 0.4231 as +0.42, −31.4 as −31.4, 12500 as +12,500, and more than 999,999 as >+999,999. */
export function formatChange(percent: number): FormattedChange {
  const size = Math.abs(percent);
  const digits = changeDigits(Math.min(size, MAX_PERCENT));
  if (Number(digits) === 0) return { direction: 'flat', text: digits };
  const isCapped = size >= MAX_PERCENT + 0.5;
  return percent > 0
    ? { direction: 'up', text: `${isCapped ? '>' : ''}+${digits}` }
    : { direction: 'down', text: `${isCapped ? '<' : ''}${formatSign(true)}${digits}` };
}

function changeDigits(size: number): string {
  if (size < 9.995) return size.toFixed(2);
  return size < 99.95 ? size.toFixed(1) : formatCount(size.toFixed(0));
}
