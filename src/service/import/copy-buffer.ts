const BUFFER_SIZE = 1 << 19;
/** Upper bound of the length of a swap row. */
const MAX_ROW_LENGTH = 1 << 11;
const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const NULL_LETTER = 0x4e;
const HEX_LETTER = 0x78;
const TRUE = 0x74;
const FALSE = 0x66;

/**
 * Buffer of rows in COPY's text format, for ASCII values that need no escaping. Written as bytes because strings for a
 * million rows would cause too much garbage collection.
 */
export class CopyBuffer {
  private bytes = Buffer.allocUnsafe(BUFFER_SIZE);
  private length = 0;
  private end = 0;

  /** Starts a row. Discards the previous row unless `endRow` was called. */
  beginRow(): void {
    this.length = this.end;
    if (this.bytes.length - this.length < MAX_ROW_LENGTH)
      this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length);
  }

  endRow(): void {
    // Replaces the tab after the last cell.
    this.bytes[this.length - 1] = NEWLINE;
    this.end = this.length;
  }

  /** Whether to call `flush` before the next row. */
  get isFull(): boolean {
    return this.end > BUFFER_SIZE - MAX_ROW_LENGTH;
  }

  /** Returns and clears all complete rows. */
  flush(): string {
    const text = this.bytes.toString('latin1', 0, this.end);
    this.length = 0;
    this.end = 0;
    return text;
  }

  writeText(ascii: string): void {
    this.length += this.bytes.write(ascii, this.length, 'latin1');
    this.writeByte(TAB);
  }

  writeNumber(value: number): void {
    let rest = value;
    let width = 1;
    for (let limit = 10; limit <= value; limit *= 10) width += 1;
    for (let index = this.length + width - 1; index >= this.length; index -= 1) {
      const next = Math.floor(rest / 10);
      this.bytes[index] = 0x30 + rest - 10 * next;
      rest = next;
    }
    this.length += width;
    this.writeByte(TAB);
  }

  writeBoolean(value: boolean): void {
    this.writeByte(value ? TRUE : FALSE);
    this.writeByte(TAB);
  }

  writeNull(): void {
    this.writeByte(BACKSLASH);
    this.writeByte(NULL_LETTER);
    this.writeByte(TAB);
  }

  writeBytes(bytes: Buffer, start: number, end: number): void {
    const target = this.bytes;
    let length = this.length;
    for (let index = start; index < end; index += 1, length += 1) target[length] = bytes[index] ?? 0;
    this.length = length;
    this.writeByte(TAB);
  }

  /** Writes a bytea by its hex digits. Its format starts with a backslash, which COPY requires to be doubled. */
  writeHex(digits: Buffer, start: number, end: number): void {
    this.writeByte(BACKSLASH);
    this.writeByte(BACKSLASH);
    this.writeByte(HEX_LETTER);
    this.writeBytes(digits, start, end);
  }

  private writeByte(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }
}
