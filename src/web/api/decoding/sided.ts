import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { fieldsOf, momentOf, numberOf } from './fields.ts';

export interface Step<Sum> {
  readonly current: Sum;
  /** Against the period before. */
  readonly percent: number;
  readonly at: string | undefined;
}

/** What happened in a period, and the parts of it that were buys and sells. */
export interface Sided<Sum> {
  readonly total: Step<Sum>;
  readonly buy: Step<Sum> | undefined;
  readonly sell: Step<Sum> | undefined;
}

export type SidedPeriods<Sum> = { readonly [Period in CountPeriod]?: Sided<Sum> };

type Read<Sum> = (value: unknown) => Sum | undefined;

/** Three sets of periods, as operations 4, 5, 7 and 9 have them. */
export function readSided<Sum>(
  sets: { readonly total: unknown; readonly buy: unknown; readonly sell: unknown },
  read: Read<Sum>,
): SidedPeriods<Sum> {
  const [totals, buys, sells] = [fieldsOf(sets.total), fieldsOf(sets.buy), fieldsOf(sets.sell)];
  const periods: { -readonly [Period in CountPeriod]?: Sided<Sum> } = {};
  for (const period of countPeriods) {
    const total = readStep(totals[period], read);
    if (!total) continue;
    periods[period] = {
      total,
      buy: readStep(buys[period], read),
      sell: readStep(sells[period], read),
    };
  }
  return periods;
}

function readStep<Sum>(value: unknown, read: Read<Sum>): Step<Sum> | undefined {
  const { current, changePercent, calculatedAt } = fieldsOf(value);
  const [sum, percent] = [read(current), numberOf(changePercent)];
  if (sum === undefined || percent === undefined) return undefined;
  return { current: sum, percent, at: momentOf(calculatedAt) };
}
