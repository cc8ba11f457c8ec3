import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { BadFileError } from './dataset-files.ts';

/** Cursor over the rows below the header. Columns are numbered in the order in which they were requested. */
export class CsvRows {
  readonly records: CsvCursor;
  private readonly header: CsvHeader;

  constructor(records: CsvCursor, header: CsvHeader) {
    this.records = records;
    this.header = header;
  }

  get line(): number {
    return this.records.line;
  }

  next(): boolean {
    return this.records.next();
  }

  /** Throws BadValueError if the current row does not have as many cells as the header. */
  requireCellCount(): void {
    const { cellCount } = this.records;
    if (cellCount === 0) throw new BadValueError('the row exceeds 64 KiB');
    if (cellCount !== this.header.width)
      throw new BadValueError('the number of cells differs from the header', cellCount);
  }

  /** Returns the index of the cell in the record, -1 if the file does not have the column. */
  cell(column: number): number {
    return this.header.cells[column] ?? -1;
  }

  /** Returns an empty string if the file does not have the column. */
  text(column: number): string {
    const cell = this.cell(column);
    return cell === -1 ? '' : this.records.text(cell);
  }
}

interface CsvHeader {
  readonly width: number;
  /** Cell index of each requested column, -1 if the file does not have it. */
  readonly cells: readonly number[];
}

/**
 * Reads the rows of a CSV file with a header, in batches. Columns are numbered: required ones first, then optional
 * ones. Throws BadFileError.
 */
export async function* csvRows(
  file: string,
  chunks: AsyncIterable<Buffer>,
  required: readonly string[],
  optional: readonly string[],
): AsyncGenerator<CsvRows> {
  let header: CsvHeader | undefined;
  for await (const records of csvRecords(file, chunks)) {
    if (!header) {
      if (!records.next()) continue;
      header = readHeader(file, records, required, optional);
    }
    yield new CsvRows(records, header);
  }
  if (!header) throw new BadFileError(file, 1, 'the header row is missing');
}

function readHeader(
  file: string,
  records: CsvCursor,
  required: readonly string[],
  optional: readonly string[],
): CsvHeader {
  const cells = Array.from({ length: records.cellCount }, (_, cell) => records.text(cell));
  // The text of a header that is longer than a record is not available: it contains all rows.
  if (records.cellCount === 0 || cells.some((cell) => /\r./s.test(cell)))
    throw new BadFileError(file, 1, 'lines must end with a line feed');
  const names = cells.map((cell) => cell.trim());
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new BadFileError(file, 1, describeMissing(missing, cells));
  const indexes = [...required, ...optional].map((name) => {
    const cell = names.indexOf(name);
    if (cell !== names.lastIndexOf(name)) throw new BadFileError(file, 1, `duplicate column ${name}`);
    return cell;
  });
  return { width: names.length, cells: indexes };
}

const otherSeparators = { semicolons: ';', tabs: '\t' };

function describeMissing(column: string, header: readonly string[]): string {
  const [found] =
    Object.entries(otherSeparators).find(([, separator]) =>
      header.some((cell) =>
        cell.split(separator).some((part) => part.replace(/^\s*"|"\s*$/g, '') === column),
      ),
    ) ?? [];
  return found === undefined
    ? `column ${column} is missing`
    : `columns are separated by ${found}, expected commas`;
}

const QUOTE = 0x22;

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
      // By default, that of the first record only.
      record_delimiter: ['\r\n', '\n'],
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

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COMMA = 0x2c;
/** Limits memory if a file has no line ends or an unclosed quote. */
const MAX_RECORD_LENGTH = 1 << 16;

/**
 * Cursor over consecutive CSV records. Cells remain bytes: creating strings for a million rows takes several times
 * longer than reading them.
 */
abstract class CsvCursor {
  readonly bytes: Buffer;
  /** Line number at which the current record ends. */
  line: number;
  /** Number of cells of the current record; 0 if the record is longer than `MAX_RECORD_LENGTH`. */
  cellCount = 0;
  /** Cell `index` starts at `starts[index]` and ends before `starts[index + 1] - 1`. */
  starts = new Int32Array(32);

  protected constructor(bytes: Buffer, line: number) {
    this.bytes = bytes;
    this.line = line;
  }

  /** Advances to the next record. Returns false at the end. */
  abstract next(): boolean;

  text(cell: number): string {
    return this.bytes.toString('utf8', this.starts[cell], (this.starts[cell + 1] ?? 0) - 1);
  }

  protected setStart(cell: number, start: number): void {
    if (cell === this.starts.length) {
      const larger = new Int32Array(2 * cell);
      larger.set(this.starts);
      this.starts = larger;
    }
    this.starts[cell] = start;
  }
}

/** Complete lines without quotes. Skips empty lines. */
class CsvLines extends CsvCursor {
  private position = 0;

  constructor(bytes: Buffer, linesBefore: number) {
    super(bytes, linesBefore);
  }

  override next(): boolean {
    const { bytes } = this;
    while (this.position < bytes.length) {
      const start = this.position;
      const newline = bytes.indexOf(NEWLINE, start);
      const lineEnd = newline === -1 ? bytes.length : newline;
      this.position = lineEnd + 1;
      this.line += 1;
      const end = bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
      if (end <= start) continue;
      this.split(start, end);
      return true;
    }
    return false;
  }

  private split(start: number, end: number): void {
    this.cellCount = 0;
    if (end - start > MAX_RECORD_LENGTH) return;
    const { bytes } = this;
    this.setStart(0, start);
    let count = 1;
    for (let index = start; index < end; index += 1) {
      if (bytes[index] !== COMMA) continue;
      this.setStart(count, index + 1);
      count += 1;
    }
    this.setStart(count, end + 1);
    this.cellCount = count;
  }
}

/** A single record with parsed cells. */
class CsvCells extends CsvCursor {
  private isRead = false;

  constructor(cells: readonly string[], line: number) {
    super(Buffer.from(cells.join('\n')), line);
    let start = 0;
    for (const [index, cell] of cells.entries()) {
      this.setStart(index, start);
      start += Buffer.byteLength(cell) + 1;
    }
    this.setStart(cells.length, start);
    this.cellCount = cells.length;
  }

  override next(): boolean {
    const isFirst = !this.isRead;
    this.isRead = true;
    return isFirst;
  }
}
