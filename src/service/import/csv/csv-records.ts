import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { BadFileError } from '#service/import/bad-file-error.ts';
import { CsvCells, type CsvCursor, CsvLines, MAX_RECORD_LENGTH } from './csv-cursor.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Records of a CSV file. Large tables hardly ever quote a cell, and without quotes a record is a line and a comma ends
 * a cell: reading that takes a fraction of csv-parse's time. From the first quote on csv-parse reads.
 */
export async function* csvRecords(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvCursor> {
  const pieces = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece.value]) : piece.value;
    if (bytes.includes(QUOTE)) {
      yield* quotedRecords(file, line, prepend(bytes, pieces));
      return;
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    const lines = new CsvLines(bytes.subarray(0, end), line);
    yield lines;
    line = lines.line;
    // Of a record that is too long no more is needed than to see that it is.
    rest = bytes.subarray(end, end + MAX_RECORD_LENGTH + 1);
  }
  yield new CsvLines(rest, line);
}

async function* prepend(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let piece = await others.next(); !piece.done; piece = await others.next()) yield piece.value;
}

async function* quotedRecords(
  file: string,
  linesBefore: number,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<CsvCursor> {
  const source = Readable.from(chunks);
  const parser = source.pipe(
    parse({
      info: true,
      max_record_size: MAX_RECORD_LENGTH,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield new CsvCells(record, linesBefore + info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadFileError(file, linesBefore + parser.info.lines, error.message);
  } finally {
    source.destroy();
  }
}
