import type { CountPeriod, PricePeriod } from '#contract/enums.ts';
import { formatAge, formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { type ChangeText, changeText } from './percentages.ts';
import { countPeriodOf, periodLabels } from './periods.ts';

/**
 * Returns why a price change over a period is not a move: no trades in it. Without `moves`, by the number of trades or of
 * traders. There are no counts over 15 minutes and 12 hours: then only if there were none in the next longer period.
 */
export function untradedText(
  period: PricePeriod,
  moves: { readonly [Period in PricePeriod]?: unknown } | undefined,
  countOver: (period: CountPeriod) => string | undefined,
): string | undefined {
  if (moves) return moves[period] ? undefined : `no trades in ${periodLabels[period]}`;
  const countPeriod = countPeriodOf(period);
  return countOver(countPeriod) === '0' ? `no trades in ${periodLabels[countPeriod]}` : undefined;
}

interface ChangeSinceFirstTrade extends ChangeText {
  /** Age of the first trade, such as `5h`; an asterisk if there is no space for it. */
  readonly mark: string;
  readonly full: string;
}

/**
 * Describes a change since the first trade, which is later than the start of the period. There is space for `maxLength`
 * characters of the change and the age.
 */
export function changeSinceFirstTrade(
  percent: number,
  since: string,
  now: Date,
  maxLength: number,
): ChangeSinceFirstTrade {
  const first = new Date(since);
  const age = formatAge(first, now);
  const change = changeText({ percent }, age);
  const shortAge = age.replace(' min', 'm').replace(' ', '');
  return {
    ...change,
    mark: change.text.length + shortAge.length > maxLength ? '*' : shortAge,
    full: `${percent}% since the first trade ${age} ago, ${formatDateTimeWithSeconds(first)} UTC`,
  };
}
