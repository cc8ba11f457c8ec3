import { type Amount, numberFromAmount } from '#contract/amount.ts';
import { type CountPeriod, countPeriods, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import { asAmount, asFields, asIntegerText } from '#web/api/client/fields.ts';
import { asChange, asPeriodChange, type DatedChange, type PeriodChange } from './as-change.ts';

/** Change of a price over a period. */
export type PriceChange = DatedChange;

/** Total of a period with its share of buys. */
export interface PeriodTotal<Value> extends PeriodChange<Value> {
  /** Share of buys, 0 to 1. Absent if unknown or if the total is zero. */
  readonly buyShare?: number;
}

export type PriceChanges = { readonly [Period in PricePeriod]?: PriceChange };
export type PeriodTotals<Value> = { readonly [Period in CountPeriod]?: PeriodTotal<Value> };

/** Statistics of a jetton. Only fields that a page shows, because thousands of records are in memory. */
export interface Activity {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  readonly transactions: PeriodTotals<string>;
  readonly traders: PeriodTotals<string>;
  /** In USD. */
  readonly volume: PeriodTotals<Amount>;
}

/** Decodes an item of operation 4. */
export function decodeActivity(item: unknown): Activity {
  const stats = asFields(item);
  const prices = asFields(stats.priceChange);
  const volume = asFields(stats.volume);
  return {
    ton: decodePriceChanges(prices.ton),
    usd: decodePriceChanges(prices.usd),
    transactions: decodeTotals(stats.transactions, stats.transactionsBuy, asIntegerText, Number),
    traders: decodeTotals(stats.traders, stats.tradersBuy, asIntegerText, Number),
    volume: decodeTotals(volume.usd, volume.buyUsd, asAmount, numberFromAmount),
  };
}

/** Decodes a PricePeriods set. Omits periods without a valid change. */
export function decodePriceChanges(value: unknown): PriceChanges {
  const changes = asFields(value);
  const decoded: { -readonly [Period in keyof PriceChanges]: PriceChange } = {};
  for (const period of pricePeriods) {
    const change = asChange(changes[period], asAmount);
    if (change) decoded[period] = change;
  }
  return decoded;
}

function decodeTotals<Value extends string | Amount>(
  total: unknown,
  buy: unknown,
  decode: (value: unknown) => Value | undefined,
  toNumber: (value: Value) => number,
): PeriodTotals<Value> {
  const changes = asFields(total);
  const buys = asFields(buy);
  const totals: { -readonly [Period in keyof PeriodTotals<Value>]: PeriodTotal<Value> } = {};
  for (const period of countPeriods) {
    const change = asPeriodChange(changes[period], decode);
    if (!change) continue;
    const bought = decode(asFields(buys[period]).current);
    const buyShare = bought === undefined ? Number.NaN : toNumber(bought) / toNumber(change.current);
    totals[period] = Number.isFinite(buyShare) ? { ...change, buyShare } : change;
  }
  return totals;
}
