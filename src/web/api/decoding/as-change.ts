import type { Amount } from '#contract/amount.ts';
import { type Change, isFromZero } from '#web/lib/numbers/change-text.ts';
import { asFields, asNumber, asTimestamp } from './fields.ts';

/** What the service returns for a change from zero. */
const PERCENT_FROM_ZERO = 100;

interface DatedChange extends Change {
  readonly calculatedAt: string | undefined;
}

/** Decodes a change whose values `decode` reads. Undefined without a valid percentage. */
export function asChange(
  value: unknown,
  decode: (value: unknown) => string | Amount | undefined,
): DatedChange | undefined {
  const { changePercent, previous, current, calculatedAt } = asFields(value);
  const percent = asNumber(changePercent);
  if (percent === undefined) return undefined;
  const change = { percent, calculatedAt: asTimestamp(calculatedAt) };
  if (percent !== PERCENT_FROM_ZERO) return change;
  const reached = decode(current);
  return reached !== undefined && isFromZero(decode(previous), reached) ? { ...change, isNew: true } : change;
}
