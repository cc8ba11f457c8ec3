import { BadValueError } from '#service/validation/bad-value-error.ts';
import { BadFileError } from './bad-file-error.ts';
import type { CsvCursor } from './csv-cursor.ts';
import { csvRecords } from './csv-records.ts';

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
  const names = Array.from({ length: records.cellCount }, (_, cell) => records.text(cell).trim());
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new BadFileError(file, 1, `column ${missing} is missing`);
  const cells = [...required, ...optional].map((name) => {
    const cell = names.indexOf(name);
    if (cell !== names.lastIndexOf(name)) throw new BadFileError(file, 1, `duplicate column ${name}`);
    return cell;
  });
  return { width: names.length, cells };
}
