import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import type { Activity, PeriodTotal, PeriodTotals, PriceChange, PriceChanges } from './activity.ts';
import { asAmount, asFields, asIntegerText, asNumber, asTimestamp } from './fields.ts';

/** An item of operation 4. */
export function decodeActivity(item: unknown): Activity {
  const stats = asFields(item);
  const prices = asFields(stats.priceChange);
  const volume = asFields(stats.volume);
  return {
    ton: decodePriceChanges(prices.ton),
    usd: decodePriceChanges(prices.usd),
    transactions: readFlows(stats.transactions, stats.transactionsBuy, asIntegerText, Number),
    traders: readFlows(stats.traders, stats.tradersBuy, asIntegerText, Number),
    volume: readFlows(volume.usd, volume.buyUsd, asAmount, numberOfAmount),
  };
}

function numberOfAmount(amount: Amount): number {
  return Number(decimalFromAmount(amount));
}

export function decodePriceChanges(value: unknown): PriceChanges {
  const changes = asFields(value);
  const read: { -readonly [Period in keyof PriceChanges]: PriceChange } = {};
  for (const period of pricePeriods) {
    const change = asFields(changes[period]);
    const percent = asNumber(change.changePercent);
    if (percent !== undefined) read[period] = { percent, calculatedAt: asTimestamp(change.calculatedAt) };
  }
  return read;
}

function readFlows<Sum>(
  all: unknown,
  buys: unknown,
  read: (value: unknown) => Sum | undefined,
  number: (sum: Sum) => number,
): PeriodTotals<Sum> {
  const changes = asFields(all);
  const bought = asFields(buys);
  const flows: { -readonly [Period in keyof PeriodTotals<Sum>]: PeriodTotal<Sum> } = {};
  for (const period of countPeriods) {
    const change = asFields(changes[period]);
    const current = read(change.current);
    const percent = asNumber(change.changePercent);
    if (current === undefined || percent === undefined) continue;
    const part = read(asFields(bought[period]).current);
    const share = part === undefined ? Number.NaN : number(part) / number(current);
    const calculatedAt = asTimestamp(change.calculatedAt);
    flows[period] = Number.isFinite(share)
      ? { current, percent, calculatedAt, buyShare: share }
      : { current, percent, calculatedAt };
  }
  return flows;
}
