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
