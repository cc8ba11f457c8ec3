import type { Amount } from '#contract/amount.ts';
import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { asFields } from '#web/api/client/fields.ts';
import { asPeriodChange, type PeriodChange } from './as-change.ts';

/** Total of a period, split into buys and sells. */
export interface BuySellSplit<Value> {
  readonly total: PeriodChange<Value>;
  readonly buy: PeriodChange<Value> | undefined;
  readonly sell: PeriodChange<Value> | undefined;
}

export type BuySellPeriods<Value> = { readonly [Period in CountPeriod]?: BuySellSplit<Value> };

/** Decodes the three period sets of operations 4, 5, 7 and 9. Omits periods without a valid total. */
export function decodeBuySellPeriods<Value extends string | Amount>(
  sets: { readonly total: unknown; readonly buy: unknown; readonly sell: unknown },
  decode: (value: unknown) => Value | undefined,
): BuySellPeriods<Value> {
  const [totals, buys, sells] = [asFields(sets.total), asFields(sets.buy), asFields(sets.sell)];
  const periods: { -readonly [Period in CountPeriod]?: BuySellSplit<Value> } = {};
  for (const period of countPeriods) {
    const total = asPeriodChange(totals[period], decode);
    if (!total) continue;
    periods[period] = {
      total,
      buy: asPeriodChange(buys[period], decode),
      sell: asPeriodChange(sells[period], decode),
    };
  }
  return periods;
}
