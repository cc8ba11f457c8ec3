import { BadFileError } from './bad-file.ts';
import { BadValue } from './bad-rows.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';

export interface CsvRow {
  readonly line: number;
  /** Cells of the wanted columns, in their order; empty for a column that is not there. */
  readonly cells: () => readonly string[];
}

/** Rows below the header of a CSV text, in batches. */
export async function* csvRows(
  file: string,
  chunks: AsyncIterable<string>,
  required: readonly string[],
  optional: readonly string[],
): AsyncGenerator<CsvRow[]> {
  let header: readonly string[] | undefined;
  let places: readonly number[] = [];
  for await (const records of csvRecords(file, chunks)) {
    if (!header) {
      header = records.shift()?.cells.map((name) => name.trim());
      if (!header) continue;
      places = placesOf(file, header, required, optional);
    }
    const { length } = header;
    yield records.map((record) => ({ line: record.line, cells: () => pick(record, length, places) }));
  }
  if (!header) throw new BadFileError(file, 1, 'there is no header');
}

function pick({ cells }: CsvRecord, width: number, places: readonly number[]): string[] {
  if (cells.length !== width)
    throw new BadValue('the row has not as many cells as the header', cells.join(','));
  return places.map((place) => cells[place] ?? '');
}

/** Places in the header; -1 for a column that is not there. */
function placesOf(
  file: string,
  header: readonly string[],
  required: readonly string[],
  optional: readonly string[],
): number[] {
  const missing = required.find((name) => !header.includes(name));
  if (missing !== undefined) throw new BadFileError(file, 1, `column ${missing} is missing`);
  return [...required, ...optional].map((name) => {
    const place = header.indexOf(name);
    if (place !== header.lastIndexOf(name)) throw new BadFileError(file, 1, `column ${name} is there twice`);
    return place;
  });
}
