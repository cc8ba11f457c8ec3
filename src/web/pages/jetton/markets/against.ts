import type { PricePeriod } from '#contract/enums.ts';
import { formatChange } from '#contract/format/format-change.ts';
import type { PriceChanges } from '#web/api/decoding/activity.ts';
import { periodLabels } from '#web/lib/numbers/periods.ts';

/** What traders look at first. */
const order: readonly PricePeriod[] = ['day', 'week', 'hour', 'month', 'hour6', 'hour12', 'min15'];

/** Says where a price rose in one unit and fell in the other. */
export function against(ton: PriceChanges, usd: PriceChanges): string | undefined {
  const period = order.find((known) => {
    const [inTon, inUsd] = [directionOf(ton, known), directionOf(usd, known)];
    return inTon !== inUsd && inTon !== 'flat' && inUsd !== 'flat';
  });
  if (period === undefined) return undefined;
  const label = periodLabels[period];
  const rose = directionOf(usd, period) === 'up';
  return `${label}: ${rose ? 'up against the dollar, down against TON' : 'down against the dollar, up against TON'}`;
}

function directionOf(changes: PriceChanges, period: PricePeriod) {
  const percent = changes[period]?.percent;
  return percent === undefined ? 'flat' : formatChange(percent).direction;
}
