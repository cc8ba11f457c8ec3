import type { Amount } from '#contract/amount.ts';
import type { PricePeriod, SortField } from '#contract/enums.ts';
import type { Jetton } from '#contract/jetton.ts';
import {
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/lib/numbers/decimal-text.ts';
import type { RangeId } from './ranges.ts';

/** What is read of a jetton of the list (operation 1). */
export interface JettonMeasurements
  extends Pick<Jetton, 'admin' | 'verification' | 'holdersCount' | 'liquidityUsd' | 'fdmc' | 'trustScore'> {
  readonly identity: { readonly address: string; readonly name: string; readonly symbol: string };
  readonly createdAt?: string | undefined;
}

/** What is read of its statistics (operation 4). */
export interface ActivityMeasurements {
  readonly ton: { readonly [Period in PricePeriod]?: { readonly percent: number } };
  readonly volume: { readonly day?: { readonly current: Amount } };
  readonly traders: { readonly day?: { readonly current: string } };
  readonly transactions: { readonly day?: { readonly current: string } };
}

/** Undefined: the service knows no value. `unread`: nobody has asked it, or the plan does not allow it. */
export type Measurement<Value = DecimalText> = Value | undefined | 'unavailable';
export type LoadedActivity = ActivityMeasurements | 'unavailable';

export function rangeValue(id: RangeId, jetton: JettonMeasurements, activity: LoadedActivity): Measurement {
  switch (id) {
    case 'liquidity':
      return jetton.liquidityUsd && decimalOfAmount(jetton.liquidityUsd);
    case 'fdmc':
      return jetton.fdmc && decimalOfAmount(jetton.fdmc);
    case 'trustScore':
      return jetton.trustScore === undefined ? undefined : String(jetton.trustScore);
    case 'holders':
      return jetton.holdersCount && parseDecimal(jetton.holdersCount);
    case 'change1h':
      return change('hour', activity);
    case 'change6h':
      return change('hour6', activity);
    case 'change24h':
      return change('day', activity);
    case 'change7d':
      return change('week', activity);
  }
}

function change(period: PricePeriod, activity: LoadedActivity): Measurement {
  if (activity === 'unavailable') return 'unavailable';
  const found = activity.ton[period];
  return found && decimalOfNumber(found.percent);
}

type Reader = (jetton: JettonMeasurements, activity: LoadedActivity) => Measurement<DecimalText | Date>;

const sortReaders: Readonly<Record<SortField, Reader>> = {
  createdAt: ({ createdAt }) => (createdAt === undefined ? undefined : new Date(createdAt)),
  fdmc: (jetton, activity) => rangeValue('fdmc', jetton, activity),
  // In no answer of the service.
  tvl: () => 'unavailable',
  liquidityUsd: (jetton, activity) => rangeValue('liquidity', jetton, activity),
  trustScore: (jetton, activity) => rangeValue('trustScore', jetton, activity),
  volume24h: (_, activity) => {
    if (activity === 'unavailable') return 'unavailable';
    return activity.volume.day && decimalOfAmount(activity.volume.day.current);
  },
  holders: (jetton, activity) => rangeValue('holders', jetton, activity),
  traders24h: (_, activity) => (activity === 'unavailable' ? 'unavailable' : activity.traders.day?.current),
  transactions24h: (_, activity) =>
    activity === 'unavailable' ? 'unavailable' : activity.transactions.day?.current,
  tonPriceChangeHour: (_, activity) => change('hour', activity),
  tonPriceChangeHour6: (_, activity) => change('hour6', activity),
  tonPriceChangeDay: (_, activity) => change('day', activity),
  tonPriceChangeWeek: (_, activity) => change('week', activity),
  tonPriceChangeMonth: (_, activity) => change('month', activity),
};

/** By what the list is sorted. */
export function sortValue(
  sort: SortField,
  jetton: JettonMeasurements,
  activity: LoadedActivity,
): Measurement<DecimalText | Date> {
  return sortReaders[sort](jetton, activity);
}

const inTheList: readonly SortField[] = ['createdAt', 'fdmc', 'liquidityUsd', 'trustScore', 'holders'];

/** Whether a floor on the field needs statistics, which a plan may refuse. */
export function needsActivity(sort: SortField): boolean {
  return !inTheList.includes(sort);
}
