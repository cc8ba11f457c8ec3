import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { asFields, asNumber, asTimestamp } from './fields.ts';

export interface PeriodChange<Value> {
  readonly current: Value;
  /** Change from the previous period. */
  readonly percent: number;
  readonly calculatedAt: string | undefined;
}

/** Total of a period, split into buys and sells. */
export interface BuySellSplit<Value> {
  readonly total: PeriodChange<Value>;
  readonly buy: PeriodChange<Value> | undefined;
  readonly sell: PeriodChange<Value> | undefined;
}

export type BuySellPeriods<Value> = { readonly [Period in CountPeriod]?: BuySellSplit<Value> };

type Decode<Value> = (value: unknown) => Value | undefined;

/** Decodes the three period sets of operations 4, 5, 7 and 9. Omits periods without a valid total. */
export function decodeBuySellPeriods<Value>(
  sets: { readonly total: unknown; readonly buy: unknown; readonly sell: unknown },
  decode: Decode<Value>,
): BuySellPeriods<Value> {
  const [totals, buys, sells] = [asFields(sets.total), asFields(sets.buy), asFields(sets.sell)];
  const periods: { -readonly [Period in CountPeriod]?: BuySellSplit<Value> } = {};
  for (const period of countPeriods) {
    const total = decodeChange(totals[period], decode);
    if (!total) continue;
    periods[period] = {
      total,
      buy: decodeChange(buys[period], decode),
      sell: decodeChange(sells[period], decode),
    };
  }
  return periods;
}

function decodeChange<Value>(value: unknown, decode: Decode<Value>): PeriodChange<Value> | undefined {
  const { current, changePercent, calculatedAt } = asFields(value);
  const [decoded, percent] = [decode(current), asNumber(changePercent)];
  if (decoded === undefined || percent === undefined) return undefined;
  return { current: decoded, percent, calculatedAt: asTimestamp(calculatedAt) };
}
