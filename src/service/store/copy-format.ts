import { type CopyValue, copyLine } from './copy-text.ts';

/** How records of one kind stand in COPY's text format. */
export interface CopyFormat<Item, Column extends string> {
  readonly columns: readonly Column[];
  line(item: Item): string;
}

/** `cells` names each column with the way to its value. */
export function copyFormat<Item, Column extends string>(
  cells: Readonly<Record<Column, (item: Item) => CopyValue>>,
): CopyFormat<Item, Column> {
  const columns = Object.keys(cells) as Column[];
  return { columns, line: (item) => copyLine(columns.map((column) => cells[column](item))) };
}
