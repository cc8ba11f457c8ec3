/** Columns of the screener's table, by the names that links carry: never rename one. */
export const columnIds = [
  'rank',
  'jetton',
  'price',
  'change',
  'change15m',
  'change1h',
  'change6h',
  'change12h',
  'change24h',
  'change7d',
  'change30d',
  'usd',
  'usd15m',
  'usd1h',
  'usd6h',
  'usd12h',
  'usd24h',
  'usd7d',
  'usd30d',
  'line',
  'volume',
  'transactions',
  'traders',
  'liquidity',
  'fdmc',
  'mcap',
  'holders',
  'trust',
  'age',
  'admin',
  'supply',
  'mintable',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** The jetton itself is always shown, so a choice of columns does not name it. */
export type SelectableColumn = Exclude<ColumnId, 'jetton'>;

export const selectableColumns: readonly SelectableColumn[] = columnIds.filter((id) => id !== 'jetton');

export const defaultColumns: readonly SelectableColumn[] = [
  'rank',
  'price',
  'change1h',
  'change24h',
  'change7d',
  'line',
  'volume',
  'liquidity',
  'trust',
  'holders',
  'fdmc',
  'transactions',
  'traders',
  'age',
];

/** Where a row has two lines, and room for four figures. */
const phoneColumns: readonly SelectableColumn[] = ['price', 'change', 'volume', 'liquidity'];

/** What rows of two lines have no place for. */
export function isWideOnly(id: ColumnId): boolean {
  return id === 'rank' || id === 'line';
}

/** Of a link that names none. */
export function defaultColumnsFor(isPhone: boolean): readonly SelectableColumn[] {
  return isPhone ? phoneColumns : defaultColumns;
}

export function isSameColumns(one: readonly SelectableColumn[], other: readonly SelectableColumn[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

export function isSelectableColumn(name: string): name is SelectableColumn {
  return selectableColumns.some((id) => id === name);
}
