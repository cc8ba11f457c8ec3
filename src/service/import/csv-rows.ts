import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { BadFileError } from './bad-file.ts';

export interface CsvRow {
  readonly line: number;
  /** Cells of the chosen columns, in their order; undefined where the row has not as many cells as the header. */
  readonly cells: readonly string[] | undefined;
}

/** Places in the header of the wanted columns; -1 for a column that is not there, whose cells are empty. */
export type ChooseColumns = (header: readonly string[]) => readonly number[];

/** Longer than any real row: a lost quote must not read a whole file into memory. */
const MAX_ROW_LENGTH = 1 << 16;

/** Rows below the header of a CSV text. */
export async function* csvRows(
  file: string,
  chunks: AsyncIterable<string>,
  choose: ChooseColumns,
): AsyncGenerator<CsvRow> {
  let width = 0;
  let places: readonly number[] | undefined;
  for await (const { record, line } of records(file, chunks)) {
    if (places) {
      const cells = record.length === width ? places.map((place) => record[place] ?? '') : undefined;
      yield { line, cells };
    } else {
      width = record.length;
      places = choose(record.map((name) => name.trim()));
    }
  }
  if (!places) throw new BadFileError(file, 1, 'there is no header');
}

async function* records(file: string, chunks: AsyncIterable<string>) {
  const source = Readable.from(chunks);
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      max_record_size: MAX_ROW_LENGTH,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { record, line: info.lines };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadFileError(file, parser.info.lines, error.message);
  } finally {
    source.destroy();
  }
}

/** Finds columns by name; a required one that is missing, and any that is there twice, ends the import. */
export function columnsByName(
  file: string,
  required: readonly string[],
  optional: readonly string[],
): ChooseColumns {
  return (header) => {
    for (const name of required) {
      if (!header.includes(name)) throw new BadFileError(file, 1, `column ${name} is missing`);
    }
    return [...required, ...optional].map((name) => {
      const place = header.indexOf(name);
      if (place !== header.lastIndexOf(name))
        throw new BadFileError(file, 1, `column ${name} is there twice`);
      return place;
    });
  };
}
