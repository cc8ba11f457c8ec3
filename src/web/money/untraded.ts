import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import { countPeriodOf, periodLabels } from './periods.ts';

/**
 * Returns why a price change over a period is not a move: no trades in it, by their number or that of traders. There are
 * no counts over 15 minutes and 12 hours: then only if there were none in the next longer period.
 */
export function untradedText(
  period: PricePeriod,
  countOver: (period: CountPeriod) => string | undefined,
): string | undefined {
  const countPeriod = countPeriodOf(period);
  return countOver(countPeriod) === '0' ? `no trades in ${periodLabels[countPeriod]}` : undefined;
}
