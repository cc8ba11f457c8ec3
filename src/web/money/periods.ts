import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import { pricePeriods } from '#contract/enums.ts';

/** Period of links without a `period` parameter. */
export const DEFAULT_PERIOD = 'day';

/** Labels in column headers and links. */
export const periodLabels = {
  min15: '15m',
  hour: '1h',
  hour6: '6h',
  hour12: '12h',
  day: '24h',
  week: '7d',
  month: '30d',
} as const satisfies Record<PricePeriod, string>;
export type PeriodLabel = (typeof periodLabels)[PricePeriod];

/** Returns the period with a label, or undefined if there is none. */
export function parsePeriodLabel(label: string): PricePeriod | undefined {
  return pricePeriods.find((period) => periodLabels[period] === label);
}

/** Returns the period of counts and volumes. 15 minutes and 12 hours have none, so returns the next longer period. */
export function countPeriodOf(period: PricePeriod): CountPeriod {
  if (period === 'min15') return 'hour';
  return period === 'hour12' ? 'day' : period;
}
