import type { Amount } from '#contract/amount.ts';
import { formatDecimal, formatSign, magnitude, toSignificantDigits } from './significant-digits.ts';

const SUM_DIGITS = 3;
const UNITS = ['', 'k', 'm', 'b', 't'];

export interface CompactAmount {
  readonly digits: string;
  readonly unit: string;
}

/** 781852.55 is 782 k, 4230000 is 4.23 m, 0.056 is 0.06; beyond trillions a power of ten is the unit. */
export function formatCompactAmount(sum: Amount): CompactAmount {
  const shown = toSignificantDigits(sum, SUM_DIGITS);
  if (shown.digits === '') return { digits: '0', unit: '' };
  const sign = formatSign(shown.negative);
  if (magnitude(sum) <= 0) return { digits: hundredths(sum, sign), unit: '' };
  const step = Math.floor((shown.point - 1) / 3);
  const unit = UNITS[step];
  const digits = formatDecimal({ ...shown, point: unit === undefined ? 1 : shown.point - step * 3 });
  return { digits: sign + digits, unit: unit ?? `e${shown.point - 1}` };
}

/** Below one, sums of money end at the cent; what is less than a cent says so. */
function hundredths(sum: Amount, sign: string): string {
  const { digits, ...cents } = toSignificantDigits(sum, Math.max(magnitude(sum) + 2, 0));
  if (digits === '') return sign === '' ? '<0.01' : `>${sign}0.01`;
  return sign + formatDecimal({ ...cents, digits }).padEnd(4, '0');
}
