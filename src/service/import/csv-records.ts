import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { BadFileError } from './bad-file.ts';

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Longer than any real row: a lost quote must not read a whole file into memory. */
const MAX_LENGTH = 1 << 16;

/**
 * Records of a CSV text, in batches. Tables of this size hardly ever quote a cell, and without a quote a record is
 * a line and a comma ends a cell: that takes a tenth of csv-parse's time. From the first quote on csv-parse reads.
 */
export async function* csvRecords(file: string, chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  const pieces = chunks[Symbol.asyncIterator]();
  let rest = '';
  let line = 0;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    const text = rest + piece.value;
    if (text.includes('"')) {
      yield* quotedRecords(file, line, joined(text, pieces));
      return;
    }
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(0, end).split('\n').slice(0, -1);
    yield plainRecords(lines, line);
    line += lines.length;
    rest = text.slice(end);
    if (rest.length > MAX_LENGTH) throw new BadFileError(file, line + 1, 'the row is too long');
  }
  yield plainRecords([rest], line);
}

function plainRecords(lines: readonly string[], linesBefore: number): CsvRecord[] {
  return lines.flatMap((text, index) => {
    const row = text.endsWith('\r') ? text.slice(0, -1) : text;
    return row === '' ? [] : { line: linesBefore + index + 1, cells: row.split(',') };
  });
}

async function* joined(first: string, others: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (let piece = await others.next(); !piece.done; piece = await others.next()) yield piece.value;
}

async function* quotedRecords(
  file: string,
  linesBefore: number,
  chunks: AsyncIterable<string>,
): AsyncGenerator<CsvRecord[]> {
  const source = Readable.from(chunks);
  const parser = source.pipe(
    parse({
      info: true,
      max_record_size: MAX_LENGTH,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield [{ line: linesBefore + info.lines, cells: record }];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadFileError(file, linesBefore + parser.info.lines, error.message);
  } finally {
    source.destroy();
  }
}
