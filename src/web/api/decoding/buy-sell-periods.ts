import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { asFields, asNumber, asTimestamp } from './fields.ts';

export interface PeriodChange<Sum> {
  readonly current: Sum;
  /** Against the period before. */
  readonly percent: number;
  readonly calculatedAt: string | undefined;
}

/** What happened in a period, and the parts of it that were buys and sells. */
export interface BuySellSplit<Sum> {
  readonly total: PeriodChange<Sum>;
  readonly buy: PeriodChange<Sum> | undefined;
  readonly sell: PeriodChange<Sum> | undefined;
}

export type BuySellPeriods<Sum> = { readonly [Period in CountPeriod]?: BuySellSplit<Sum> };

type Read<Sum> = (value: unknown) => Sum | undefined;

/** Three sets of periods, as operations 4, 5, 7 and 9 have them. */
export function decodeBuySellPeriods<Sum>(
  sets: { readonly total: unknown; readonly buy: unknown; readonly sell: unknown },
  read: Read<Sum>,
): BuySellPeriods<Sum> {
  const [totals, buys, sells] = [asFields(sets.total), asFields(sets.buy), asFields(sets.sell)];
  const periods: { -readonly [Period in CountPeriod]?: BuySellSplit<Sum> } = {};
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

function readStep<Sum>(value: unknown, read: Read<Sum>): PeriodChange<Sum> | undefined {
  const { current, changePercent, calculatedAt } = asFields(value);
  const [sum, percent] = [read(current), asNumber(changePercent)];
  if (sum === undefined || percent === undefined) return undefined;
  return { current: sum, percent, calculatedAt: asTimestamp(calculatedAt) };
}
