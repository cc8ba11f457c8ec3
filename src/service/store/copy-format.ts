import { type CopyValue, copyLine } from './copy-text.ts';

/** Columns of a table, and how to write an item as a row of them in COPY's text format. */
export interface CopyFormat<Item, Column extends string> {
  readonly columns: readonly Column[];
  line(item: Item): string;
}

/** `getters` maps each column name to a function that returns the column's value. */
export function copyFormat<Item, Column extends string>(
  getters: Readonly<Record<Column, (item: Item) => CopyValue>>,
): CopyFormat<Item, Column> {
  const columns = Object.keys(getters) as Column[];
  return { columns, line: (item) => copyLine(columns.map((column) => getters[column](item))) };
}
