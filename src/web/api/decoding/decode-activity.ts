import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import type { Activity, PeriodTotal, PeriodTotals, PriceChange, PriceChanges } from './activity.ts';
import { asAmount, asFields, asIntegerText, asNumber, asTimestamp } from './fields.ts';

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
    volume: decodeTotals(volume.usd, volume.buyUsd, asAmount, amountToNumber),
  };
}

function amountToNumber(amount: Amount): number {
  return Number(decimalFromAmount(amount));
}

/** Decodes a PricePeriods set. Omits periods without a valid change. */
export function decodePriceChanges(value: unknown): PriceChanges {
  const changes = asFields(value);
  const decoded: { -readonly [Period in keyof PriceChanges]: PriceChange } = {};
  for (const period of pricePeriods) {
    const change = asFields(changes[period]);
    const percent = asNumber(change.changePercent);
    if (percent !== undefined) decoded[period] = { percent, calculatedAt: asTimestamp(change.calculatedAt) };
  }
  return decoded;
}

function decodeTotals<Value>(
  total: unknown,
  buy: unknown,
  decode: (value: unknown) => Value | undefined,
  toNumber: (value: Value) => number,
): PeriodTotals<Value> {
  const changes = asFields(total);
  const buys = asFields(buy);
  const totals: { -readonly [Period in keyof PeriodTotals<Value>]: PeriodTotal<Value> } = {};
  for (const period of countPeriods) {
    const change = asFields(changes[period]);
    const current = decode(change.current);
    const percent = asNumber(change.changePercent);
    if (current === undefined || percent === undefined) continue;
    const bought = decode(asFields(buys[period]).current);
    const buyShare = bought === undefined ? Number.NaN : toNumber(bought) / toNumber(current);
    const calculatedAt = asTimestamp(change.calculatedAt);
    totals[period] = Number.isFinite(buyShare)
      ? { current, percent, calculatedAt, buyShare }
      : { current, percent, calculatedAt };
  }
  return totals;
}
