/** Parts of a whole from 0 to 1; of traders they may come to more, since some both buy and sell. */
export interface Shares {
  readonly buy: number;
  readonly sell: number;
}

type Measure = 'transactions' | 'traders' | 'volume';
export type MeasureShares = { readonly [Name in Measure]?: Shares | undefined };

/** Nearer to each other than this, buys and sells are even. */
const EVEN = 0.1;

const pairs = [
  ['traders', 'volume'],
  ['transactions', 'volume'],
  ['traders', 'transactions'],
] as const satisfies readonly (readonly [Measure, Measure])[];

/** Says where measures of one period lean to different sides: many small buys beside few large sells. */
export function disagreement(shares: MeasureShares): string | undefined {
  for (const [one, other] of pairs) {
    const [first, second] = [leanOf(shares[one]), leanOf(shares[other])];
    if (first && second && first.side !== second.side) {
      return `${words(one, first)}, ${words(other, second)}.`;
    }
  }
  return undefined;
}

interface Lean {
  readonly side: 'buy' | 'sell';
  readonly share: number;
}

function leanOf(shares: Shares | undefined): Lean | undefined {
  if (!shares || Math.abs(shares.buy - shares.sell) < EVEN) return undefined;
  return shares.buy > shares.sell ? { side: 'buy', share: shares.buy } : { side: 'sell', share: shares.sell };
}

function words(measure: Measure, { side, share }: Lean): string {
  const percent = `${Math.round(share * 100)}%`;
  if (measure === 'traders') return `${percent} of traders ${side}`;
  return measure === 'volume' ? `${percent} of volume ${side}s` : `${percent} of transactions are ${side}s`;
}
