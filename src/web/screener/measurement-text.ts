import { amountFromDecimal } from '#contract/amount.ts';
import { groupThousands } from '#contract/format/format-numbers.ts';
import type { NumberKind } from '#web/list/measure-texts.ts';
import { filterNumberText } from '#web/list/number-text.ts';
import { convertFromUsd, type ExchangeRate, sumUnit } from '#web/money/amounts.ts';
import { type DecimalText, decimalOfAmount } from '#web/money/decimals.ts';
import { formatApproximateDuration } from '#web/money/times.ts';

const MAX_FRACTION_DIGITS = { sum: 2, count: 0, percent: 4 } as const;

/**
 * Formats a measurement for comparison with a filter limit. Truncates instead of rounding, which could move the value past
 * the limit. Sums are in USD without a rate.
 */
export function measurementText(kind: NumberKind, number: DecimalText, rate?: ExchangeRate | null): string {
  if (kind === 'sum' && rate) {
    const converted = decimalOfAmount(convertFromUsd(amountFromDecimal(number), rate));
    return `${truncatedText(kind, converted)} ${sumUnit(rate)}`;
  }
  if (kind === 'sum') return `$${truncatedText(kind, number)}`;
  if (kind === 'duration') return formatApproximateDuration(number);
  if (kind === 'time') return filterNumberText(kind, number);
  return truncatedText(kind, number);
}

function truncatedText(kind: keyof typeof MAX_FRACTION_DIGITS, number: DecimalText): string {
  const [whole = '', fraction = ''] = number.split('.');
  const visible = fraction.slice(0, MAX_FRACTION_DIGITS[kind]);
  const truncated = visible ? `${whole}.${visible}` : whole;
  if (kind === 'percent') return filterNumberText(kind, truncated);
  return groupThousands(whole) + truncated.slice(whole.length);
}
