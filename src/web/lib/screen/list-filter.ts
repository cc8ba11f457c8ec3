import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import type { DecimalText } from '#web/lib/numbers/decimal-text.ts';
import { clampTime } from '#web/lib/numbers/times.ts';
import type { Range } from './ranges.ts';

/** The list filter with an age, which requests send as `createdAt`. */
export type ListFilter = JettonListFilterInput & { readonly age?: Range | undefined };

/** Returns the filter that the service applies at a time. Undefined if no creation time can match. */
export function filterAt({ age, ...filter }: ListFilter, now: Date): JettonListFilterInput | undefined {
  if (!age) return filter;
  const created = filter.createdAt ?? {};
  const min = latest(
    created.min === undefined ? undefined : roundUpToMilliseconds(created.min),
    age.max === undefined ? undefined : timeBefore(now, age.max),
  );
  const max = earliest(
    created.max === undefined ? undefined : roundDownToMilliseconds(created.max),
    age.min === undefined ? undefined : timeBefore(now, age.min),
  );
  if (min && max && min > max) return undefined;
  const createdAt = { ...(min && { min: min.toISOString() }), ...(max && { max: max.toISOString() }) };
  return { ...filter, createdAt };
}

/** Rounds to milliseconds. */
function timeBefore(now: Date, seconds: DecimalText): Date {
  return clampTime(now.getTime() - Math.round(Number(seconds) * 1000));
}

function latest(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? new Date(Math.max(a.getTime(), b.getTime())) : (a ?? b);
}

function earliest(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? new Date(Math.min(a.getTime(), b.getTime())) : (a ?? b);
}
