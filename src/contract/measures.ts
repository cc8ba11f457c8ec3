import type { PricePeriod } from './enums.ts';

/**
 * What lists of jettons can be sorted or filtered by, or show: one entry per measure. Everything that one side needs in
 * addition is in a table with the same keys: SQL in `src/service/operations/lists/measure-columns.ts`, texts and columns in
 * `src/web/list/measure-texts.ts`.
 */
export interface Measure {
  readonly kind: MeasureKind;
  /** The record of operation 1 or 4 and the path in it. Absent if no response contains the value. */
  readonly source?: { readonly record: 'jetton' | 'statistics'; readonly path: string };
  /** The measures that differ only in their period share a family. */
  readonly family?: MeasureFamily;
  readonly period?: PricePeriod;
  /** Whether lists can be sorted by it. The sort field has the measure's name. */
  readonly isSortable: boolean;
  /** Path of its range in the list filter. Absent if lists cannot be filtered by it. */
  readonly filter?: string;
  /** Whether the filter is an addition of Jetscope, which other services may lack. Its path is a single name. */
  readonly isExtension?: true;
}

/** Unit of a value: US dollars (TON for `tvl`), a count, percent, or a time. */
export type MeasureKind = 'sum' | 'count' | 'percent' | 'time';

export type MeasureFamily = 'tonPriceChange' | 'volume' | 'traders' | 'transactions';

const inJetton = <const Path extends string>(path: Path) => ({ record: 'jetton', path }) as const;
const inStatistics = <const Path extends string>(path: Path) => ({ record: 'statistics', path }) as const;

function tonPriceChange<const Period extends PricePeriod>(period: Period) {
  return {
    kind: 'percent',
    family: 'tonPriceChange',
    period,
    source: inStatistics(`priceChange.ton.${period}.changePercent`),
    isSortable: true,
  } as const;
}

function filteredTonPriceChange<const Period extends PricePeriod>(period: Period) {
  return { ...tonPriceChange(period), filter: `priceChange.ton.${period}` } as const;
}

/** Sort fields are in the order of the specification. */
export const measures = {
  createdAt: {
    kind: 'time',
    source: inJetton('metadata.createdAt'),
    isSortable: true,
    filter: 'createdAt',
    isExtension: true,
  },
  fdmc: { kind: 'sum', source: inJetton('fdmc'), isSortable: true, filter: 'fdmc' },
  tvl: { kind: 'sum', isSortable: true },
  liquidityUsd: {
    kind: 'sum',
    source: inJetton('liquidityUsd'),
    isSortable: true,
    filter: 'liquidity.usd',
  },
  trustScore: { kind: 'count', source: inJetton('trustScore'), isSortable: true, filter: 'trustScore' },
  volume24h: {
    kind: 'sum',
    source: inStatistics('volume.usd.day.current'),
    family: 'volume',
    period: 'day',
    isSortable: true,
    filter: 'volume24h',
    isExtension: true,
  },
  holders: { kind: 'count', source: inJetton('holdersCount'), isSortable: true, filter: 'holders' },
  traders24h: {
    kind: 'count',
    source: inStatistics('traders.day.current'),
    family: 'traders',
    period: 'day',
    isSortable: true,
    filter: 'traders24h',
    isExtension: true,
  },
  transactions24h: {
    kind: 'count',
    source: inStatistics('transactions.day.current'),
    family: 'transactions',
    period: 'day',
    isSortable: true,
    filter: 'transactions24h',
    isExtension: true,
  },
  tonPriceChangeHour: filteredTonPriceChange('hour'),
  tonPriceChangeHour6: filteredTonPriceChange('hour6'),
  tonPriceChangeDay: filteredTonPriceChange('day'),
  tonPriceChangeWeek: filteredTonPriceChange('week'),
  tonPriceChangeMonth: tonPriceChange('month'),
  mcap: { kind: 'sum', source: inJetton('mcap'), isSortable: false, filter: 'mcap', isExtension: true },
} as const satisfies Record<string, Measure>;

type Measures = typeof measures;
export type MeasureId = keyof Measures;

/** Measures whose entry extends `Shape`. */
type MeasureWith<Shape> = { [Id in MeasureId]: Measures[Id] extends Shape ? Id : never }[MeasureId];

export type SortField = MeasureWith<{ readonly isSortable: true }>;
/** Measures that lists can be filtered by. */
export type FilterMeasureId = MeasureWith<{ readonly filter: string }>;
export type ExtensionId = MeasureWith<{ readonly isExtension: true }>;
/** Filters that Jetscope adds to those of the specification. Clients can look for them in the OpenAPI document. */
export type AdditionalRange = Measures[ExtensionId]['filter'];
/** Kind of the measure. */
export type KindOf<Id extends MeasureId> = Measures[Id]['kind'];

export const measureIds = Object.keys(measures) as MeasureId[];

/** Returns the entry of a measure, with absent fields as undefined. */
export function measureOf(id: MeasureId): Measure {
  return measures[id];
}

export const sortFields = measureIds.filter((id): id is SortField => measures[id].isSortable);

/** Returns the sort field of a family and period, or undefined if lists cannot be sorted by it. */
export function sortFieldIn(family: MeasureFamily, period: PricePeriod): SortField | undefined {
  return sortFields.find((id) => measureOf(id).family === family && measureOf(id).period === period);
}

export const filterMeasureIds = measureIds.filter(
  (id): id is FilterMeasureId => measureOf(id).filter !== undefined,
);

export const extensionIds = filterMeasureIds.filter(
  (id): id is ExtensionId => measureOf(id).isExtension === true,
);

export const additionalRanges: readonly AdditionalRange[] = extensionIds.map((id) => measures[id].filter);

/** Filters that a service lacks, of those that Jetscope adds. */
export type UnsupportedRanges = ReadonlySet<AdditionalRange>;

export const allSupported: UnsupportedRanges = new Set();

type FirstName<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;
/** Top-level fields of the list filter that contain ranges. */
export type RangeField = FirstName<Measures[FilterMeasureId]['filter']>;

/** Returns the value at a path such as `liquidity.usd`, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((part, key) => (isNested(part) && Object.hasOwn(part, key) ? part[key] : undefined), value);
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
