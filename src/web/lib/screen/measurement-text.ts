import { groupThousands } from '#contract/format/significant-digits.ts';
import type { DecimalText } from '#web/lib/numbers/decimal-text.ts';
import { formatApproximateDuration } from '#web/lib/numbers/durations.ts';
import { filterNumberText } from '#web/lib/numbers/number-text.ts';
import type { NumberKind } from './ranges.ts';

const MAX_FRACTION_DIGITS = { sum: 2, count: 0, percent: 4 } as const;

/**
 * Formats a measurement for comparison with a filter limit. Truncates instead of rounding, which could move the value past
 * the limit.
 */
export function measurementText(kind: NumberKind, number: DecimalText): string {
  if (kind === 'duration') return formatApproximateDuration(number);
  if (kind === 'time') return filterNumberText(kind, number);
  const [whole = '', fraction = ''] = number.split('.');
  const visible = fraction.slice(0, MAX_FRACTION_DIGITS[kind]);
  const truncated = visible ? `${whole}.${visible}` : whole;
  if (kind === 'percent') return filterNumberText(kind, truncated);
  const sign = kind === 'sum' ? '$' : '';
  return sign + groupThousands(whole) + truncated.slice(whole.length);
}
