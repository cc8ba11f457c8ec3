import type { Amount } from './amount.ts';
import type { PricePeriod } from './enums.ts';
import type { Jetton, JettonMetrics, JettonStats } from './jetton.ts';

/**
 * What lists of jettons can be sorted or filtered by, or show: one entry per measure. Everything that one side needs in
 * addition is in a table with the same keys: SQL in `src/service/operations/lists/measure-columns.ts`, texts and columns in
 * `src/web/list/measure-texts.ts`.
 */
export type Measure = { readonly [Kind in MeasureKind]: MeasureOf<Kind> }[MeasureKind];

interface MeasureOf<Kind extends MeasureKind> {
  readonly kind: Kind;
  /** Where responses contain the value, for the page to read. Absent if none does. */
  readonly source?: { readonly [Name in RecordName]: Source<Name, KindValues[Kind]> }[RecordName];
  /** The field of operation 3 with the value in the requested currency. */
  readonly inCurrency?: CurrencyField;
  /** The measures that differ only in their period share a family. */
  readonly family?: MeasureFamily;
  readonly period?: PricePeriod;
  /** Whether lists can be sorted by it. The sort field has the measure's name. */
  readonly isSortable: boolean;
  /** Path of its range in the list filter. Absent if lists cannot be filtered by it. */
  readonly filter?: string;
  /**
   * Whether the filter, or the sort field if there is no filter, is an addition of Jetscope, which other services may
   * lack. The filter's path is a single name.
   */
  readonly isExtension?: true;
  /** Greatest value, of scores and shares. Their least is 0. */
  readonly max?: number;
}

/** Values in responses by their unit: US dollars (TON for `tvl`), a count, percent, or a time. */
interface KindValues {
  readonly sum: Amount;
  readonly count: string | number;
  readonly percent: number;
  readonly time: string;
}
export type MeasureKind = keyof KindValues;

export type MeasureFamily = 'tonPriceChange' | 'volume' | 'traders' | 'transactions';

/** Amounts of operation 3 in the requested currency. */
export const currencyFields = [
  'priceCurrency',
  'liquidityCurrency',
  'fdmcCurrency',
  'mcapCurrency',
] as const satisfies readonly PathTo<JettonMetrics, Amount>[];
export type CurrencyField = (typeof currencyFields)[number];

/** The records of operations 1 and 4. */
interface Records {
  readonly jetton: Jetton;
  readonly activity: JettonStats;
}
type RecordName = keyof Records;

interface Source<Name extends RecordName, Value> {
  readonly record: Name;
  readonly path: PathTo<Records[Name], Value>;
}

/** Paths of the fields with a value of a type, such as `volume.usd.day.current`. */
type PathTo<Fields, Value> = {
  [Name in keyof Fields & string]-?: NonNullable<Fields[Name]> extends Value
    ? Name
    : NonNullable<Fields[Name]> extends readonly unknown[] | string
      ? never
      : `${Name}.${PathTo<NonNullable<Fields[Name]>, Value>}`;
}[keyof Fields & string];

type ValueAt<Fields, Path> = Path extends `${infer Name}.${infer Rest}`
  ? ValueAt<NonNullable<Fields[Name & keyof Fields]>, Rest>
  : NonNullable<Fields[Path & keyof Fields]>;

const inJetton = <const Path extends string>(path: Path) => ({ record: 'jetton', path }) as const;
const inActivity = <const Path extends string>(path: Path) => ({ record: 'activity', path }) as const;

function tonPriceChange<const Period extends PricePeriod>(period: Period) {
  return {
    kind: 'percent',
    family: 'tonPriceChange',
    period,
    source: inActivity(`priceChange.ton.${period}.changePercent`),
    isSortable: true,
  } as const;
}

/** Sorted by the move: the store has no change without trades over these periods. */
function tonMove<const Period extends PricePeriod>(period: Period) {
  const source = inActivity(`moves.ton.${period}.changePercent`);
  return { ...tonPriceChange(period), source, isExtension: true } as const;
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
  fdmc: {
    kind: 'sum',
    source: inJetton('fdmc'),
    inCurrency: 'fdmcCurrency',
    isSortable: true,
    filter: 'fdmc',
  },
  tvl: { kind: 'sum', isSortable: true },
  liquidityUsd: {
    kind: 'sum',
    source: inJetton('liquidityUsd'),
    inCurrency: 'liquidityCurrency',
    isSortable: true,
    filter: 'liquidity.usd',
  },
  trustScore: {
    kind: 'count',
    source: inJetton('trustScore'),
    isSortable: true,
    filter: 'trustScore',
    max: 100,
  },
  volume24h: {
    kind: 'sum',
    source: inActivity('volume.usd.day.current'),
    family: 'volume',
    period: 'day',
    isSortable: true,
    filter: 'volume24h',
    isExtension: true,
  },
  holders: { kind: 'count', source: inJetton('holdersCount'), isSortable: true, filter: 'holders' },
  traders24h: {
    kind: 'count',
    source: inActivity('traders.day.current'),
    family: 'traders',
    period: 'day',
    isSortable: true,
    filter: 'traders24h',
    isExtension: true,
  },
  transactions24h: {
    kind: 'count',
    source: inActivity('transactions.day.current'),
    family: 'transactions',
    period: 'day',
    isSortable: true,
    filter: 'transactions24h',
    isExtension: true,
  },
  tonPriceChangeMin15: tonMove('min15'),
  tonPriceChangeHour: filteredTonPriceChange('hour'),
  tonPriceChangeHour6: filteredTonPriceChange('hour6'),
  tonPriceChangeHour12: tonMove('hour12'),
  tonPriceChangeDay: filteredTonPriceChange('day'),
  tonPriceChangeWeek: filteredTonPriceChange('week'),
  tonPriceChangeMonth: tonPriceChange('month'),
  exit1k: {
    kind: 'sum',
    source: inJetton('exit.usd1k'),
    isSortable: true,
    filter: 'exit1k',
    isExtension: true,
  },
  exit10k: {
    kind: 'sum',
    source: inJetton('exit.usd10k'),
    isSortable: true,
    filter: 'exit10k',
    isExtension: true,
  },
  worstExit1k: {
    kind: 'sum',
    source: inJetton('exit.worst.usd1k'),
    isSortable: true,
    filter: 'worstExit1k',
    isExtension: true,
  },
  worstExit10k: {
    kind: 'sum',
    source: inJetton('exit.worst.usd10k'),
    isSortable: true,
    filter: 'worstExit10k',
    isExtension: true,
  },
  effectiveTraders: {
    kind: 'count',
    source: inJetton('effectiveTraders'),
    isSortable: true,
    filter: 'effectiveTraders',
    isExtension: true,
  },
  buyersWhoSold: {
    kind: 'percent',
    source: inJetton('buyersWhoSoldPercent'),
    isSortable: true,
    filter: 'buyersWhoSold',
    isExtension: true,
    max: 100,
  },
  trending: {
    kind: 'count',
    source: inJetton('trending.score'),
    isSortable: true,
    filter: 'trending',
    isExtension: true,
  },
  topTenHolders: {
    kind: 'percent',
    source: inJetton('topTenHoldersPercent'),
    isSortable: true,
    filter: 'topTenHolders',
    isExtension: true,
    max: 100,
  },
  mcap: {
    kind: 'sum',
    source: inJetton('mcap'),
    inCurrency: 'mcapCurrency',
    isSortable: false,
    filter: 'mcap',
    isExtension: true,
  },
} as const satisfies Record<string, Measure>;

type Measures = typeof measures;
export type MeasureId = keyof Measures;

/** Measures whose entry extends `Shape`. */
type MeasureWith<Shape> = { [Id in MeasureId]: Measures[Id] extends Shape ? Id : never }[MeasureId];

export type SortField = MeasureWith<{ readonly isSortable: true }>;
/** Measures that lists can be filtered by. */
export type FilterMeasureId = MeasureWith<{ readonly filter: string }>;
export type ExtensionId = MeasureWith<{ readonly filter: string; readonly isExtension: true }>;
/** Filters that Jetscope adds to those of the specification. Clients can look for them in the OpenAPI document. */
export type AdditionalFilter = Measures[ExtensionId]['filter'] | (typeof otherAdditions)[number];
/** Measures that a record contains. */
export type MeasureIn<Name extends RecordName> = MeasureWith<{ readonly source: { readonly record: Name } }>;
/** Values of the measures in a record as responses contain them; undefined if unknown. */
export type MeasureValues<Name extends RecordName> = {
  readonly [Id in MeasureIn<Name>]?: ValueAt<Records[Name], Measures[Id]['source']['path']> | undefined;
};
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

/** Whether Jetscope adds the sort field, which other services may lack. They have no filter by it either. */
export function isAdditionalSort(id: SortField): boolean {
  const { isExtension, filter } = measureOf(id);
  return isExtension === true && filter === undefined;
}

const otherAdditions = ['excludeWarned', 'excludeUntraded', 'moves'] as const;

/** Filters that Jetscope adds, which other services may lack. */
export const additionalFilters: readonly AdditionalFilter[] = [
  ...extensionIds.map((id) => measures[id].filter),
  ...otherAdditions,
];

/** Filters that a service lacks, of those that Jetscope adds. */
export type UnsupportedFilters = ReadonlySet<AdditionalFilter>;

export const allSupported: UnsupportedFilters = new Set();

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
