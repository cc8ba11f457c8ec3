import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import type { DecimalText } from '#web/lib/numbers/decimal-text.ts';
import { secondsOfTime, timeOfSeconds } from '#web/lib/numbers/times.ts';
import type { Range } from './ranges.ts';

/** The list filter with an age, which requests send as `createdAt`. */
export type ListFilter = JettonListFilterInput & { readonly age?: Range | undefined };

/** Returns the filter that the service applies at a time. Undefined if no creation time can match. */
export function filterAt({ age, ...filter }: ListFilter, now: Date): JettonListFilterInput | undefined {
  if (!age) return filter;
  const { min, max } = filter.createdAt ?? {};
  const earliest = latest(
    min === undefined ? undefined : roundUpToMilliseconds(min),
    age.max === undefined ? undefined : timeBefore(now, age.max),
  );
  const last = earliestOf(
    max === undefined ? undefined : roundDownToMilliseconds(max),
    age.min === undefined ? undefined : timeBefore(now, age.min),
  );
  if (earliest && last && earliest > last) return undefined;
  const createdAt = {
    ...(earliest && { min: earliest.toISOString() }),
    ...(last && { max: last.toISOString() }),
  };
  return { ...filter, createdAt };
}

function timeBefore(now: Date, seconds: DecimalText): Date {
  const time = timeOfSeconds(seconds);
  return timeOfSeconds(secondsOfTime(new Date(now.getTime() - time.getTime())));
}

function latest(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? new Date(Math.max(a.getTime(), b.getTime())) : (a ?? b);
}

function earliestOf(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? new Date(Math.min(a.getTime(), b.getTime())) : (a ?? b);
}
