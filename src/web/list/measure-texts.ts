import type { Amount } from '#contract/amount.ts';
import type { Order, PricePeriod } from '#contract/enums.ts';
import type { Jetton } from '#contract/jetton.ts';
import {
  extensionIds,
  type FilterMeasureId,
  type MeasureId,
  type MeasureKind,
  measureIds,
  measureOf,
  measures,
  type SortField,
  sortFields,
  type UnsupportedRanges,
} from '#contract/measures.ts';
import { type DecimalText, decimalOfAmount, decimalOfNumber, parseDecimal } from '#web/money/decimals.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { secondsOfTime } from '#web/money/times.ts';

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

/** Statistics of a jetton of which the service has none. */
export const noActivity: ActivityMeasurements = { ton: {}, volume: {}, traders: {}, transactions: {} };

/** Undefined: the service has no value. `unavailable`: not loaded, or the plan excludes it. */
export type Measurement<Value = DecimalText> = Value | undefined | 'unavailable';
export type MaybeActivity = ActivityMeasurements | 'unavailable';

/** A measure that lists can be filtered by, or the age, which requests send as a range of `createdAt`. */
export type RangeId = FilterMeasureId | 'age';

/** Unit of a filter value: US dollars, a count, percent, seconds, or seconds since 1970. */
export type NumberKind = MeasureKind | 'duration';

export type FilterGroupId = 'size' | 'activity' | 'facts' | 'change';

/** Value of a measure in a decoded response. */
type RawValue = Amount | string | number | undefined;

interface MeasureText {
  /** Label in menus. */
  readonly label: string;
  /** Label in a chip. Default: `label`. */
  readonly chip?: string;
  /** Names in the query language. Filters are serialized with the first. */
  readonly names: readonly [string, ...string[]];
  /** The column of a count, whose id is that of the measure. */
  readonly column?: { readonly title: string; readonly width: number };
  /** Name in `sort:…`, if it differs from the first of `names`. */
  readonly sortName?: string;
}

/** What a measure needs if lists can be sorted by it. */
interface SortText {
  /** Position in the sort menu. */
  readonly sortRank: number;
}

/** What a measure needs if lists can be filtered by it. */
interface FilterText {
  readonly group: FilterGroupId;
  /** Suggested values. */
  readonly samples: readonly string[];
  /** Sign that completion inserts. Default: `>=`. */
  readonly sign?: string;
  /** Label of the completion. Default: the label with its unit. */
  readonly hint?: string;
  /**
   * Position among suggestions for a list without matches: filters that are more likely to be too strict come first.
   * Ranges of changes exclude more jettons than ranges of sizes.
   */
  readonly relaxRank: number;
}

type Field<Id extends MeasureId | 'age'> = MeasureText &
  (Id extends SortField ? SortText : unknown) &
  (Id extends RangeId ? FilterText : unknown) &
  (Id extends MeasureId
    ? { readonly read: (jetton: JettonMeasurements, activity: ActivityMeasurements) => RawValue }
    : unknown);

const percentSamples = ['-10', '-5', '5', '10', '50'];
const smallCounts = ['10', '100', '1k', '10k'];
const largeSums = ['100k', '1m', '10m', '100m'];

function priceChange(period: PricePeriod, names: MeasureText['names'], sortRank: number) {
  return {
    label: `${names[0]} change in ${nativeCoin.symbol}`,
    names,
    sortRank,
    group: 'change',
    samples: percentSamples,
    relaxRank: sortRank,
    read: (_: JettonMeasurements, { ton }: ActivityMeasurements) => ton[period]?.percent,
  } as const;
}

/** In the order of the filter panel and of chips. */
const fields = {
  liquidityUsd: {
    label: 'Liquidity',
    names: ['liq', 'liquidity'],
    sortRank: 2,
    group: 'size',
    samples: ['10k', '50k', '100k', '1m'],
    relaxRank: 30,
    read: (jetton) => jetton.liquidityUsd,
  },
  // No response contains it.
  tvl: { label: 'TVL', names: ['tvl'], sortRank: 3, read: () => undefined },
  mcap: {
    label: 'Market cap',
    names: ['mcap', 'marketcap'],
    group: 'size',
    samples: largeSums,
    relaxRank: 28,
    read: (jetton) => jetton.mcap,
  },
  fdmc: {
    label: 'FDV',
    names: ['fdv', 'fdmc'],
    sortRank: 4,
    group: 'size',
    samples: largeSums,
    relaxRank: 29,
    read: (jetton) => jetton.fdmc,
  },
  volume24h: {
    label: '24h volume',
    names: ['volume', 'vol'],
    sortRank: 1,
    group: 'activity',
    samples: ['1k', '10k', '100k', '1m'],
    relaxRank: 25,
    read: (_, activity) => activity.volume.day?.current,
  },
  transactions24h: {
    label: '24h transactions',
    names: ['tx', 'txs', 'transactions', 'trades', 'swaps'],
    sortName: 'transactions',
    sortRank: 7,
    group: 'activity',
    samples: smallCounts,
    relaxRank: 23,
    read: (_, activity) => activity.transactions.day?.current,
  },
  traders24h: {
    label: '24h traders',
    names: ['traders'],
    sortRank: 8,
    group: 'activity',
    samples: smallCounts,
    relaxRank: 24,
    read: (_, activity) => activity.traders.day?.current,
  },
  age: {
    label: 'Age',
    names: ['age'],
    group: 'facts',
    samples: ['1h', '1d', '7d', '30d'],
    // New jettons are searched for more often than old ones.
    sign: '<',
    hint: 'Age (m, h, d or w)',
    relaxRank: 21,
  },
  createdAt: {
    label: 'Created',
    names: ['created'],
    sortRank: 14,
    group: 'facts',
    samples: [],
    hint: 'Created (2026-01-20)',
    relaxRank: 22,
    read: (jetton) => jetton.createdAt,
  },
  trustScore: {
    label: 'Trust score',
    chip: 'Trust',
    names: ['trust', 'score'],
    sortRank: 5,
    group: 'facts',
    samples: ['50', '60', '80', '90'],
    relaxRank: 26,
    read: (jetton) => jetton.trustScore,
  },
  holders: {
    label: 'Holders',
    names: ['holders', 'holder'],
    sortRank: 6,
    group: 'facts',
    samples: ['100', '1k', '10k', '100k'],
    relaxRank: 27,
    column: { title: 'Number of holders', width: 92 },
    read: (jetton) => jetton.holdersCount,
  },
  tonPriceChangeHour: priceChange('hour', ['1h', 'hour'], 9),
  tonPriceChangeHour6: priceChange('hour6', ['6h'], 10),
  tonPriceChangeDay: priceChange('day', ['24h', '1d', 'day'], 11),
  tonPriceChangeWeek: priceChange('week', ['7d', '1w', 'week'], 12),
  tonPriceChangeMonth: priceChange('month', ['30d', 'month'], 13),
} satisfies { readonly [Id in MeasureId | 'age']: Field<Id> };

type Fields = typeof fields;
/** Measures with a column of their own. */
export type MeasureColumnId = {
  [Id in MeasureId]: Fields[Id] extends { readonly column: object } ? Id : never;
}[MeasureId];

export const measureColumnIds = measureIds.filter(
  (id): id is MeasureColumnId => textOf(id).column !== undefined,
);

/** Returns the texts of a measure or of the age. */
export function textOf(id: MeasureId | 'age'): MeasureText {
  return fields[id];
}

export function filterTextOf(id: RangeId): FilterText {
  return fields[id];
}

/** Returns the name of a sort field in `sort:…`. */
export function sortName(sort: SortField): string {
  const { sortName, names } = textOf(sort);
  return sortName ?? names[0];
}

/** Sort fields in the order of the menu. */
export const sortMenu: readonly SortField[] = sortFields.toSorted(
  (a, b) => fields[a].sortRank - fields[b].sortRank,
);

export function orderName(sort: SortField, order: Order): string {
  if (measures[sort].kind === 'time') return order === 'desc' ? 'newest first' : 'oldest first';
  return order === 'desc' ? 'highest first' : 'lowest first';
}

/** Filters in the order of the panel and of chips. */
export const rangeIds = (Object.keys(fields) as (MeasureId | 'age')[]).filter(
  (id): id is RangeId => id === 'age' || measureOf(id).filter !== undefined,
);

/** The measure whose filter requests use. */
function requestedMeasure(id: RangeId): FilterMeasureId {
  return id === 'age' ? 'createdAt' : id;
}

export function isSupported(id: RangeId, unsupported: UnsupportedRanges): boolean {
  const extension = extensionIds.find((candidate) => candidate === requestedMeasure(id));
  return extension === undefined || !unsupported.has(measures[extension].filter);
}

/** Returns whether lists can be filtered by a sort field. */
export function isFilterable(sort: SortField, unsupported: UnsupportedRanges): boolean {
  const id = rangeIds.find((candidate) => candidate === sort);
  return id !== undefined && isSupported(id, unsupported);
}

export function kindOf(id: RangeId): NumberKind {
  return id === 'age' ? 'duration' : measures[id].kind;
}

/** Returns the label in a chip. */
export function chipLabel(id: RangeId): string {
  const { chip, label } = textOf(id);
  return chip ?? label;
}

/** Returns the label with the unit of the filter, which is USD for sums. */
export function rangeLabel(id: RangeId): string {
  const { label } = textOf(id);
  const units: { readonly [Kind in NumberKind]?: string } = { sum: ', USD', percent: ', %' };
  return label + (units[kindOf(id)] ?? '');
}

function toDecimal(value: NonNullable<RawValue>, kind: MeasureKind): DecimalText | undefined {
  if (typeof value === 'object') return decimalOfAmount(value);
  if (typeof value === 'number') return decimalOfNumber(value);
  return kind === 'time' ? secondsOfTime(new Date(value)) : parseDecimal(value);
}

/** Returns the value of a measure as decoded. */
export function readMeasure(
  id: MeasureId,
  jetton: JettonMeasurements,
  activity: ActivityMeasurements,
): RawValue {
  return fields[id].read(jetton, activity);
}

/** Returns the value of a measure, times in seconds since 1970. */
export function measureValue(
  id: MeasureId,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
): Measurement {
  const { source, kind } = measureOf(id);
  if (source === undefined || (source.record === 'statistics' && activity === 'unavailable'))
    return 'unavailable';
  const value = readMeasure(id, jetton, activity === 'unavailable' ? noActivity : activity);
  return value === undefined ? undefined : toDecimal(value, kind);
}

/** Returns the value that a range filter compares. The age is relative to `now`. */
export function rangeValue(
  id: RangeId,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
  now: Date,
): Measurement {
  if (id !== 'age') return measureValue(id, jetton, activity);
  const { createdAt } = jetton;
  return createdAt && secondsOfTime(new Date(now.getTime() - Date.parse(createdAt)));
}

/** Returns whether the value requires statistics, which a plan may exclude, or is in no response. */
export function needsActivity(id: RangeId | SortField): boolean {
  return id !== 'age' && measureOf(id).source?.record !== 'jetton';
}
