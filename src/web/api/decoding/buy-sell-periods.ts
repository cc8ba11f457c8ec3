import type { Amount } from '#contract/amount.ts';
import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import type { Change } from '#web/lib/numbers/change-text.ts';
import { asChange } from './as-change.ts';
import { asFields } from './fields.ts';

/** Total of a period and its change from the previous one. */
export interface PeriodChange<Value> extends Change {
  readonly current: Value;
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
export function decodeBuySellPeriods<Value extends string | Amount>(
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

function decodeChange<Value extends string | Amount>(
  value: unknown,
  decode: Decode<Value>,
): PeriodChange<Value> | undefined {
  const change = asChange(value, decode);
  const current = decode(asFields(value).current);
  return change && current !== undefined ? { ...change, current } : undefined;
}
