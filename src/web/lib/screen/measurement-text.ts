import { groupThousands } from '#contract/format/significant-digits.ts';
import type { DecimalText } from '#web/lib/numbers/decimal-text.ts';
import { filterNumberText } from '#web/lib/numbers/number-text.ts';
import type { MinimumKind } from './minimum.ts';

const FRACTIONS = { sum: 2, count: 0, percent: 4 } as const;

/** A jetton's own number beside a limit: written out, and cut instead of rounded, which could lift it over the limit. */
export function measurementText(kind: MinimumKind, number: DecimalText): string {
  if (kind === 'date') return filterNumberText(kind, number);
  const [whole = '', fraction = ''] = number.split('.');
  const kept = fraction.slice(0, FRACTIONS[kind]);
  const cut = kept ? `${whole}.${kept}` : whole;
  if (kind === 'percent') return filterNumberText(kind, cut);
  const sign = kind === 'sum' ? '$' : '';
  return sign + groupThousands(whole) + cut.slice(whole.length);
}
