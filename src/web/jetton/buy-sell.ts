import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import type { BuySellSplit } from '#web/api/decoding/decode-activity.ts';

/** Shares of a total, 0 to 1. Shares of traders can sum to more than 1: some traders both buy and sell. */
export interface Shares {
  readonly buy: number;
  readonly sell: number;
}

type Measure = 'transactions' | 'traders' | 'volume';
export type SharesByMeasure = { readonly [Name in Measure]?: Shares | undefined };

/** Minimum difference between the shares of buys and sells for a measure to lean to one side. */
const MIN_DIFFERENCE = 0.1;

const comparedMeasures = [
  ['traders', 'volume'],
  ['transactions', 'volume'],
  ['traders', 'transactions'],
] as const satisfies readonly (readonly [Measure, Measure])[];

/**
 * Returns a note if two measures of a period lean to different sides (for example, many small buys and few large
 * sells), otherwise undefined.
 */
export function buySellDivergence(shares: SharesByMeasure): string | undefined {
  for (const [one, other] of comparedMeasures) {
    const [first, second] = [leanOf(shares[one]), leanOf(shares[other])];
    if (first && second && first.side !== second.side) {
      return `${leanText(one, first)}, ${leanText(other, second)}`;
    }
  }
  return undefined;
}

interface Lean {
  readonly side: 'buy' | 'sell';
  readonly share: number;
}

function leanOf(shares: Shares | undefined): Lean | undefined {
  if (!shares || Math.abs(shares.buy - shares.sell) < MIN_DIFFERENCE) return undefined;
  return shares.buy > shares.sell ? { side: 'buy', share: shares.buy } : { side: 'sell', share: shares.sell };
}

function leanText(measure: Measure, { side, share }: Lean): string {
  const percent = `${Math.round(share * 100)}%`;
  if (measure === 'transactions') return `${percent} of transactions are ${side}s`;
  return measure === 'traders'
    ? `${percent} of traders are ${side}ing`
    : `${percent} of volume is ${side}ing`;
}

/** A count as a decimal string, or a sum of money. */
export type Total = string | Amount;

/** Returns the shares of buys and sells in the total, or undefined if the total is zero or a side is unknown. */
export function buySellShares(split: BuySellSplit<Total> | undefined): Shares | undefined {
  if (!split?.buy || !split.sell) return undefined;
  const total = numberOf(split.total.current);
  if (!(total > 0)) return undefined;
  return { buy: numberOf(split.buy.current) / total, sell: numberOf(split.sell.current) / total };
}

function numberOf(total: Total): number {
  return Number(typeof total === 'string' ? total : decimalFromAmount(total));
}
