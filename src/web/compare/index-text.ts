import { amountFromDecimal } from '#contract/amount.ts';
import { formatCompactAmount, formatCount } from '#contract/format/format-numbers.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';

/** Formats an index value, for example 104.2, 1,250, 12.5m or 0.04. */
export function indexText(value: number): string {
  if (value >= 0.095 && value < 999.95) return value.toFixed(1);
  if (value >= 999.95 && value < 99_999.5) return formatCount(Math.round(value));
  const { digits, unit } = formatCompactAmount(amountFromDecimal(decimalOfNumber(value)));
  return digits + unit;
}
