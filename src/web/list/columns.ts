import { type PricePeriod, pricePeriods } from '#contract/enums.ts';
import { type SortField, sortFieldIn } from '#contract/measures.ts';
import { type LinkPart, parameter, textsOf } from '#web/kit/device/link-state.ts';
import { DEFAULT_PERIOD, type PeriodLabel, periodLabels } from '#web/money/periods.ts';
import { measureColumns } from './measure-texts.ts';

/** Units of price changes: that of the row, or a fixed one. */
export type ChangeUnit = 'change' | 'ton' | 'usd';

/** Columns of a price change over the selected period, or over a fixed one. */
export type ChangeColumnId = ChangeUnit | `${ChangeUnit}${PeriodLabel}`;

interface ChangeColumn {
  readonly id: ChangeColumnId;
  readonly unit: ChangeUnit;
  /** Absent: the selected period. */
  readonly period?: PricePeriod;
}

const changeColumns = (['change', 'ton', 'usd'] as const).flatMap((unit): ChangeColumn[] => [
  { id: unit, unit },
  ...pricePeriods.map((period) => ({ id: `${unit}${periodLabels[period]}` as const, unit, period })),
]);

/** Columns of the screener table. Links contain these names: never rename one. */
export const columnIds = [
  'rank',
  'jetton',
  'price',
  ...changeColumns.map(({ id }) => id),
  'line',
  ...measureColumns.map(({ id }) => id),
  'admin',
  'supply',
  'mintable',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** Returns the unit and period of a column of price changes. */
export function changeColumnOf(id: ChangeColumnId): ChangeColumn {
  return changeColumns.find((column) => column.id === id) ?? { id, unit: 'change' };
}

export function isChangeColumn(id: string): id is ChangeColumnId {
  return changeColumns.some((column) => column.id === id);
}

/** All columns except `jetton`, which is always visible. */
export type SelectableColumn = Exclude<ColumnId, 'jetton'>;

export const selectableColumns: readonly SelectableColumn[] = columnIds.filter((id) => id !== 'jetton');

export const defaultColumns: readonly SelectableColumn[] = [
  'rank',
  'price',
  'change1h',
  'change24h',
  'change7d',
  'age',
  'liquidity',
  'volume',
  'fdmc',
  'traders',
  'trust',
  'holders',
  'line',
  'transactions',
];

/** Columns for phones, where a row has two lines with room for four values. */
const phoneColumns: readonly SelectableColumn[] = ['price', 'change', 'volume', 'liquidity'];

/** Columns that replace default columns without data, in this order. */
export const replacementColumns: readonly SelectableColumn[] = ['mcap', 'holders', 'trust', 'fdmc', 'age'];

/** Returns whether two-line rows have no room for the column. */
export function isWideOnly(id: ColumnId): boolean {
  return id === 'rank' || id === 'line';
}

// In lists sorted by creation time, the age is among the columns that are visible without scrolling.
const defaultColumnsByAge = withAgeAt(defaultColumns.indexOf('price'), defaultColumns);
const phoneColumnsByAge = withAgeAt(
  phoneColumns.indexOf('volume'),
  phoneColumns.filter((id) => id !== 'volume'),
);

// In lists of trending jettons, the reasons are.
const defaultColumnsByTrend = defaultColumns.toSpliced(2, 0, 'trending');
const phoneColumnsByTrend = phoneColumns.map((id) => (id === 'liquidity' ? 'trending' : id));

function withAgeAt(index: number, columns: readonly SelectableColumn[]): readonly SelectableColumn[] {
  const others = columns.filter((id) => id !== 'age');
  return [...others.slice(0, index), 'age', ...others.slice(index)];
}

// In lists sorted by a price change, its period is among the columns.
const columnsByChange = pricePeriods.map((sorted) => {
  const id = changeOver(sorted);
  const changes = pricePeriods.map(changeOver).filter((each) => each === id || defaultColumns.includes(each));
  const others: readonly SelectableColumn[] = defaultColumns.filter((each) => !isChangeColumn(each));
  return {
    sorted,
    sort: sortFieldIn('tonPriceChange', sorted),
    wide: others.toSpliced(others.indexOf('price') + 1, 0, ...changes),
    phone: phoneColumns.map((each) => (each === 'change' ? id : each)),
  };
});

function changeOver(period: PricePeriod) {
  return `change${periodLabels[period]}` as const;
}

/**
 * Returns the columns of a link without a `columns` parameter, which depend on the sort order, and on phones on the period
 * of the change that they show.
 */
export function defaultColumnsFor(
  isPhone: boolean,
  sort?: SortField,
  period: PricePeriod = DEFAULT_PERIOD,
): readonly SelectableColumn[] {
  if (sort === 'trending') return isPhone ? phoneColumnsByTrend : defaultColumnsByTrend;
  if (sort === 'createdAt') return isPhone ? phoneColumnsByAge : defaultColumnsByAge;
  const byChange = columnsByChange.find((each) => each.sort === sort);
  if (isPhone) return byChange && byChange.sorted !== period ? byChange.phone : phoneColumns;
  return byChange?.wide ?? defaultColumns;
}

export function isSameColumns(a: readonly SelectableColumn[], b: readonly SelectableColumn[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

export function isSelectableColumn(name: string): name is SelectableColumn {
  return selectableColumns.some((id) => id === name);
}

/** Returns the columns with `id` at the position of `target`, which moves out of the way. */
export function moveColumn(
  columns: readonly SelectableColumn[],
  id: SelectableColumn,
  target: SelectableColumn,
): readonly SelectableColumn[] {
  return columns.filter((other) => other !== id).toSpliced(columns.indexOf(target), 0, id);
}

export const columnsPart: LinkPart<readonly SelectableColumn[] | undefined> = {
  names: ['columns'],
  parse: ({ columns: value }, ignored) => {
    if (value === undefined) return undefined;
    const names = textsOf(value).flatMap((text) => text.split(','));
    const columns = [...new Set(names.filter(isSelectableColumn))];
    if (names.some((name) => name !== 'jetton' && !isSelectableColumn(name))) ignored.add('columns');
    return columns.length > 0 || names.includes('jetton') ? columns : undefined;
  },
  serialize: (columns) => (columns ? { columns: serializeColumns(columns) } : {}),
};

/** Returns the `columns` parameter. An empty selection is serialized as the column that is always visible. */
export function serializeColumns(columns: readonly SelectableColumn[]): string {
  return columns.join(',') || 'jetton';
}

export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 640;

/** Widths of resized columns, in pixels. */
export type ColumnWidths = Readonly<Partial<Record<ColumnId, number>>>;

/** Rounds a width and limits it to the allowed range. */
export function limitColumnWidth(width: number): number {
  return Math.min(Math.max(Math.round(width), MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH);
}

/** Parses widths of a link, such as `price-120,volume-90`. Returns undefined if a part is invalid or repeated. */
function parseColumnWidths(text: string): ColumnWidths | undefined {
  const widths = new Map<ColumnId, number>();
  for (const part of text.split(',')) {
    const [, name, digits] = /^(\w+)-(\d{2,3})$/.exec(part) ?? [];
    const id = columnIds.find((column) => column === name && column !== 'rank');
    const width = Number(digits);
    if (id === undefined || widths.has(id) || limitColumnWidth(width) !== width) return undefined;
    widths.set(id, width);
  }
  return Object.fromEntries(widths);
}

/** Formats widths for a link. Empty without resized columns. Inverse of `parseColumnWidths`. */
export function formatColumnWidths(widths: ColumnWidths): string {
  const ids = columnIds.filter((id) => widths[id] !== undefined);
  return ids.map((id) => `${id}-${widths[id]}`).join(',');
}

export const widthsPart: LinkPart<ColumnWidths | undefined> = {
  ...parameter('widths', parseColumnWidths, undefined, formatColumnWidths),
  isHistoryStep: false,
};
