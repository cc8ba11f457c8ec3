import type { Amount } from '#contract/amount.ts';
import { formatDecimal, formatSign, magnitude, toSignificantDigits } from './significant-digits.ts';

const COMPACT_DIGITS = 3;
const UNITS = ['', 'k', 'm', 'b', 't'];

export interface CompactAmount {
  readonly digits: string;
  readonly unit: string;
}

/** Formats 781852.55 as 782k, 4230000 as 4.23m and 0.056 as 0.06. Above trillions, the unit is a power of ten: e15. */
export function formatCompactAmount(amount: Amount): CompactAmount {
  const shown = toSignificantDigits(amount, COMPACT_DIGITS);
  if (shown.digits === '') return { digits: '0', unit: '' };
  const sign = formatSign(shown.negative);
  if (magnitude(amount) <= 0) return { digits: formatHundredths(amount, sign), unit: '' };
  const step = Math.floor((shown.point - 1) / 3);
  const unit = UNITS[step];
  const digits = formatDecimal({ ...shown, point: unit === undefined ? 1 : shown.point - step * 3 });
  return { digits: sign + digits, unit: unit ?? `e${shown.point - 1}` };
}

/** Rounds amounts below one to hundredths: 0.056 as 0.06, 0.004 as <0.01. */
function formatHundredths(amount: Amount, sign: string): string {
  const { digits, ...cents } = toSignificantDigits(amount, Math.max(magnitude(amount) + 2, 0));
  if (digits === '') return sign === '' ? '<0.01' : `>${sign}0.01`;
  return sign + formatDecimal({ ...cents, digits }).padEnd(4, '0');
}
