import type { PricePeriod } from '#contract/enums.ts';
import { formatChange } from '#contract/format/format-numbers.ts';
import type { PriceChanges } from '#web/api/decoding/decode-activity.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';

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
