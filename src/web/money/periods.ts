import { type CountPeriod, type PricePeriod, periodLabels, pricePeriods } from '#contract/enums.ts';

export { periodLabels };

/** Period of links without a `period` parameter. */
export const DEFAULT_PERIOD = 'day';

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
