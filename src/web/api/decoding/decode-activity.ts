import { type Amount, numberFromAmount } from '#contract/amount.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import type { Activity, PeriodTotal, PeriodTotals, PriceChange, PriceChanges } from './activity.ts';
import { asChange, asPeriodChange } from './as-change.ts';
import { asAmount, asFields, asIntegerText } from './fields.ts';

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
