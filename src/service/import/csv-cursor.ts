const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COMMA = 0x2c;
/** Limits memory if a file has no line ends or an unclosed quote. */
export const MAX_RECORD_LENGTH = 1 << 16;

/**
 * Cursor over consecutive CSV records. Cells remain bytes: creating strings for a million rows takes several times
 * longer than reading them.
 */
export abstract class CsvCursor {
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
export class CsvLines extends CsvCursor {
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
export class CsvCells extends CsvCursor {
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
