import { type ColumnId, columnIds } from './columns.ts';

export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 640;

/** Widths of resized columns, in pixels. */
export type ColumnWidths = Readonly<Partial<Record<ColumnId, number>>>;

/** Rounds a width and limits it to the allowed range. */
export function limitColumnWidth(width: number): number {
  return Math.min(Math.max(Math.round(width), MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH);
}

/** Parses widths of a link, such as `price-120,volume-90`. Returns undefined if a part is invalid or repeated. */
export function parseColumnWidths(text: string): ColumnWidths | undefined {
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
