import type { Amount } from '#contract/amount.ts';
import { asFields, asNumber, asTimestamp } from '#web/api/client/fields.ts';
import { type Change, isFromZero } from '#web/money/percentages.ts';

/** What the service returns for a change from zero. */
const PERCENT_FROM_ZERO = 100;

/** Change with the time of its calculation. */
export interface DatedChange extends Change {
  readonly calculatedAt: string | undefined;
}

/** Total of a period and its change from the previous one. */
export interface PeriodChange<Value> extends DatedChange {
  readonly current: Value;
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

/** Decodes a change with its current value. Undefined without either. */
export function asPeriodChange<Value extends string | Amount>(
  value: unknown,
  decode: (value: unknown) => Value | undefined,
): PeriodChange<Value> | undefined {
  const change = asChange(value, decode);
  const current = decode(asFields(value).current);
  return change && current !== undefined ? { ...change, current } : undefined;
}
