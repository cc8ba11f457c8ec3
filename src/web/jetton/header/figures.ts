import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import { formatChange } from '#contract/format/format-numbers.ts';
import type { Market } from '#contract/market.ts';
import type { BuySellSplit, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';

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

/** Most relevant to traders first. */
const periodsByRelevance: readonly PricePeriod[] = [
  'day',
  'week',
  'hour',
  'month',
  'hour6',
  'hour12',
  'min15',
];

/**
 * Returns a note for the most relevant period in which the price moved in opposite directions in TON and in USD, or
 * undefined if there is none. Changes that are displayed as zero have no direction.
 */
export function tonUsdDivergence(ton: PriceChanges, usd: PriceChanges): string | undefined {
  const period = periodsByRelevance.find((candidate) => {
    const [inTon, inUsd] = [directionOf(ton, candidate), directionOf(usd, candidate)];
    return inTon !== inUsd && inTon !== 'flat' && inUsd !== 'flat';
  });
  if (period === undefined) return undefined;
  const { symbol } = nativeCoin;
  const directions =
    directionOf(usd, period) === 'up' ? `up in USD, down in ${symbol}` : `down in USD, up in ${symbol}`;
  return `${periodLabels[period]}: ${directions}`;
}

function directionOf(changes: PriceChanges, period: PricePeriod) {
  const percent = changes[period]?.percent;
  return percent === undefined ? 'flat' : formatChange(percent).direction;
}

/** Returns the reference for price comparison: the first priced market of a list sorted by liquidity, descending. */
export function findDeepestMarket(markets: readonly Market[]): Market | undefined {
  return markets.find(({ price }) => price.ton ?? price.usd) ?? markets[0];
}

/** Milliseconds. */
const INACTIVE_AFTER = 86_400_000;

/** Returns whether the market has had no transaction in the last 24 hours. */
export function isInactive({ lastTransactionAt }: Market, now: Date): boolean {
  return lastTransactionAt === undefined || now.getTime() - Date.parse(lastTransactionAt) > INACTIVE_AFTER;
}
