import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { BadFileError } from './bad-file-error.ts';
import { CsvCells, type CsvCursor, CsvLines, MAX_RECORD_LENGTH } from './csv-cursor.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Reads the records of a CSV file in batches. Large tables rarely contain quotes. Without them, every line is a record
 * and every comma a separator, and splitting is much faster than csv-parse. Switches to csv-parse at the first chunk that
 * contains a quote. Throws BadFileError.
 */
export async function* csvRecords(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvCursor> {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  for (let chunk = await iterator.next(); !chunk.done; chunk = await iterator.next()) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk.value]) : chunk.value;
    if (bytes.includes(QUOTE)) {
      yield* quotedRecords(file, line, prepend(bytes, iterator));
      return;
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    const lines = new CsvLines(bytes.subarray(0, end), line);
    yield lines;
    line = lines.line;
    // Keep just enough of an overlong record to detect it.
    rest = bytes.subarray(end, end + MAX_RECORD_LENGTH + 1);
  }
  yield new CsvLines(rest, line);
}

async function* prepend(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let chunk = await others.next(); !chunk.done; chunk = await others.next()) yield chunk.value;
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
