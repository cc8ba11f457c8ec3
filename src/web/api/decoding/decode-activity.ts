import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import type { Activity, Flow, Flows, PriceChange, PriceChanges } from './activity.ts';
import { amountOf, digitsOf, fieldsOf, momentOf, numberOf } from './fields.ts';

/** An item of operation 4. */
export function readActivity(item: unknown): Activity {
  const stats = fieldsOf(item);
  const prices = fieldsOf(stats.priceChange);
  const volume = fieldsOf(stats.volume);
  return {
    ton: readPrices(prices.ton),
    usd: readPrices(prices.usd),
    transactions: readFlows(stats.transactions, stats.transactionsBuy, digitsOf, Number),
    traders: readFlows(stats.traders, stats.tradersBuy, digitsOf, Number),
    volume: readFlows(volume.usd, volume.buyUsd, amountOf, numberOfAmount),
  };
}

function numberOfAmount(amount: Amount): number {
  return Number(decimalFromAmount(amount));
}

export function readPrices(value: unknown): PriceChanges {
  const changes = fieldsOf(value);
  const read: { -readonly [Period in keyof PriceChanges]: PriceChange } = {};
  for (const period of pricePeriods) {
    const change = fieldsOf(changes[period]);
    const percent = numberOf(change.changePercent);
    if (percent !== undefined) read[period] = { percent, at: momentOf(change.calculatedAt) };
  }
  return read;
}

function readFlows<Sum>(
  all: unknown,
  buys: unknown,
  read: (value: unknown) => Sum | undefined,
  number: (sum: Sum) => number,
): Flows<Sum> {
  const changes = fieldsOf(all);
  const bought = fieldsOf(buys);
  const flows: { -readonly [Period in keyof Flows<Sum>]: Flow<Sum> } = {};
  for (const period of countPeriods) {
    const change = fieldsOf(changes[period]);
    const current = read(change.current);
    const percent = numberOf(change.changePercent);
    if (current === undefined || percent === undefined) continue;
    const part = read(fieldsOf(bought[period]).current);
    const share = part === undefined ? Number.NaN : number(part) / number(current);
    const at = momentOf(change.calculatedAt);
    flows[period] = Number.isFinite(share) ? { current, percent, at, buys: share } : { current, percent, at };
  }
  return flows;
}
