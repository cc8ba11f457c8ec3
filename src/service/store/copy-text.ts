/** A column's value; null and undefined are written as NULL. */
export type CopyValue = string | number | bigint | boolean | Date | readonly string[] | null | undefined;

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

/** One row in COPY's text format, including the newline. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(cell: CopyValue): string {
  if (cell === null || cell === undefined) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'object' ? escapeText(arrayLiteral(cell)) : String(cell);
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return text.replace(SPECIAL, (letter) => ESCAPES[letter] ?? letter);
}

function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const CHUNK_LENGTH = 1 << 20;

/** Joins rows into chunks of about 1 MB: one write per row would be slow. */
export async function* copyChunks(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
