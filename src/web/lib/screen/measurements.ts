import type { Amount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import type { Jetton } from '#contract/jetton.ts';
import type { SortField } from '#contract/measures.ts';
import {
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/lib/numbers/decimal-text.ts';
import { secondsOfTime } from '#web/lib/numbers/times.ts';
import type { RangeId } from './ranges.ts';

/** Values of a list record (operation 1) that filters use. */
export interface JettonMeasurements
  extends Pick<
    Jetton,
    'admin' | 'verification' | 'holdersCount' | 'liquidityUsd' | 'fdmc' | 'mcap' | 'trustScore'
  > {
  readonly identity: { readonly address: string; readonly name: string; readonly symbol: string };
  readonly createdAt?: string | undefined;
}

/** Values of a statistics record (operation 4) that filters use. */
export interface ActivityMeasurements {
  readonly ton: { readonly [Period in PricePeriod]?: { readonly percent: number } };
  readonly volume: { readonly day?: { readonly current: Amount } };
  readonly traders: { readonly day?: { readonly current: string } };
  readonly transactions: { readonly day?: { readonly current: string } };
}

/** Undefined: the service has no value. `unavailable`: not loaded, or the plan excludes it. */
export type Measurement<Value = DecimalText> = Value | undefined | 'unavailable';
export type MaybeActivity = ActivityMeasurements | 'unavailable';

/** Returns the value that a range filter compares. The age is relative to `now`. */
export function rangeValue(
  id: RangeId,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
  now: Date,
): Measurement {
  switch (id) {
    case 'age': {
      const created = creationTime(jetton);
      return created && secondsOfTime(new Date(now.getTime() - created.getTime()));
    }
    case 'created':
      return createdSeconds(jetton);
    default:
      return numberValue(id, jetton, activity);
  }
}

const activityRanges: readonly RangeId[] = [
  'volume',
  'transactions',
  'traders',
  'change1h',
  'change6h',
  'change24h',
  'change7d',
];

/** Returns whether the value of the range requires statistics, which a plan may exclude. */
export function rangeNeedsActivity(id: RangeId): boolean {
  return activityRanges.includes(id);
}

function creationTime({ createdAt }: JettonMeasurements): Date | undefined {
  return createdAt === undefined ? undefined : new Date(createdAt);
}

/** Returns the creation time in seconds since 1970. */
function createdSeconds(jetton: JettonMeasurements): DecimalText | undefined {
  const created = creationTime(jetton);
  return created && secondsOfTime(created);
}

function numberValue(
  id: Exclude<RangeId, 'age' | 'created'>,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
): Measurement {
  switch (id) {
    case 'liquidity':
      return jetton.liquidityUsd && decimalOfAmount(jetton.liquidityUsd);
    case 'fdmc':
      return jetton.fdmc && decimalOfAmount(jetton.fdmc);
    case 'mcap':
      return jetton.mcap && decimalOfAmount(jetton.mcap);
    case 'volume':
      if (activity === 'unavailable') return 'unavailable';
      return activity.volume.day && decimalOfAmount(activity.volume.day.current);
    case 'transactions':
      return activity === 'unavailable' ? 'unavailable' : activity.transactions.day?.current;
    case 'traders':
      return activity === 'unavailable' ? 'unavailable' : activity.traders.day?.current;
    case 'trustScore':
      return jetton.trustScore === undefined ? undefined : String(jetton.trustScore);
    case 'holders':
      return jetton.holdersCount && parseDecimal(jetton.holdersCount);
    case 'change1h':
      return changeValue('hour', activity);
    case 'change6h':
      return changeValue('hour6', activity);
    case 'change24h':
      return changeValue('day', activity);
    case 'change7d':
      return changeValue('week', activity);
  }
}

function changeValue(period: PricePeriod, activity: MaybeActivity): Measurement {
  if (activity === 'unavailable') return 'unavailable';
  const priceChange = activity.ton[period];
  return priceChange && decimalOfNumber(priceChange.percent);
}

type Reader = (jetton: JettonMeasurements, activity: MaybeActivity) => Measurement;

const sortReaders: Readonly<Record<SortField, Reader>> = {
  createdAt: createdSeconds,
  fdmc: (jetton, activity) => numberValue('fdmc', jetton, activity),
  // No response contains it.
  tvl: () => 'unavailable',
  liquidityUsd: (jetton, activity) => numberValue('liquidity', jetton, activity),
  trustScore: (jetton, activity) => numberValue('trustScore', jetton, activity),
  volume24h: (jetton, activity) => numberValue('volume', jetton, activity),
  holders: (jetton, activity) => numberValue('holders', jetton, activity),
  traders24h: (jetton, activity) => numberValue('traders', jetton, activity),
  transactions24h: (jetton, activity) => numberValue('transactions', jetton, activity),
  tonPriceChangeHour: (_, activity) => changeValue('hour', activity),
  tonPriceChangeHour6: (_, activity) => changeValue('hour6', activity),
  tonPriceChangeDay: (_, activity) => changeValue('day', activity),
  tonPriceChangeWeek: (_, activity) => changeValue('week', activity),
  tonPriceChangeMonth: (_, activity) => changeValue('month', activity),
};

/** Returns the value that the list is sorted by. */
export function sortValue(sort: SortField, jetton: JettonMeasurements, activity: MaybeActivity): Measurement {
  return sortReaders[sort](jetton, activity);
}

const listFields: readonly SortField[] = ['createdAt', 'fdmc', 'liquidityUsd', 'trustScore', 'holders'];

/** Returns whether the value of the sort field requires statistics, which a plan may exclude. */
export function needsActivity(sort: SortField): boolean {
  return !listFields.includes(sort);
}
