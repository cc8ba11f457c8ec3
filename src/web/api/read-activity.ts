import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import type { AmountChange, CountChange } from '#contract/change.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import type { JettonStats } from '#contract/jetton.ts';
import type { Activity, Flow, Flows, PriceChange, PriceChanges } from './activity.ts';

export function readActivity({ priceChange, volume, ...counts }: JettonStats): Activity {
  return {
    ton: readPrices(priceChange.ton),
    usd: readPrices(priceChange.usd),
    transactions: readFlows(counts.transactions, counts.transactionsBuy, Number),
    traders: readFlows(counts.traders, counts.tradersBuy, Number),
    volume: readFlows(volume.usd, volume.buyUsd, (amount) => Number(decimalFromAmount(amount))),
  };
}

function readPrices(changes: { readonly [period: string]: AmountChange | undefined }): PriceChanges {
  const read = pricePeriods.flatMap((period): [string, PriceChange][] => {
    const change = changes[period];
    return change ? [[period, { percent: change.changePercent, at: change.calculatedAt }]] : [];
  });
  return Object.fromEntries(read);
}

interface Change<Sum> extends Pick<CountChange, 'changePercent' | 'calculatedAt'> {
  readonly current: Sum;
}
type Changes<Sum> = { readonly [period: string]: Change<Sum> | undefined };

function readFlows<Sum extends string | Amount>(
  all: Changes<Sum>,
  buys: Changes<Sum>,
  number: (sum: Sum) => number,
): Flows<Sum> {
  const read = countPeriods.flatMap((period): [string, Flow<Sum>][] => {
    const change = all[period];
    if (!change) return [];
    const { current, changePercent: percent, calculatedAt: at } = change;
    const bought = buys[period];
    const share = bought ? number(bought.current) / number(current) : Number.NaN;
    return [[period, { current, percent, at, ...(Number.isFinite(share) ? { buys: share } : {}) }]];
  });
  return Object.fromEntries(read);
}
