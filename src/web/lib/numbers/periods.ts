import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import { pricePeriods } from '#contract/enums.ts';

/** Of a link that names none. */
export const DEFAULT_PERIOD = 'day';

/** As heads of columns and links write them. */
export const periodLabels: Readonly<Record<PricePeriod, string>> = {
  min15: '15m',
  hour: '1h',
  hour6: '6h',
  hour12: '12h',
  day: '24h',
  week: '7d',
  month: '30d',
};

export function parsePeriodLabel(label: string): PricePeriod | undefined {
  return pricePeriods.find((period) => periodLabels[period] === label);
}

/** Nothing is counted over 15 minutes or 12 hours: then over the next longer period, which heads of columns name. */
export function countPeriodOf(period: PricePeriod): CountPeriod {
  if (period === 'min15') return 'hour';
  return period === 'hour12' ? 'day' : period;
}
