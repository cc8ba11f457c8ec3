const BUFFER_SIZE = 1 << 19;
/** More than the longest row of swaps takes. */
const MAX_ROW_LENGTH = 1 << 11;
const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const NULL_LETTER = 0x4e;
const TRUE = 0x74;
const FALSE = 0x66;

/**
 * Rows in COPY's text format, of ASCII characters that need no escapes. Written byte by byte: strings of a million rows
 * keep the garbage collector busy.
 */
export class CopyBuffer {
  private bytes = Buffer.allocUnsafe(BUFFER_SIZE);
  private length = 0;
  private end = 0;

  /** Begins a row; what was written of one that did not end is dropped. */
  beginRow(): void {
    this.length = this.end;
    if (this.bytes.length - this.length < MAX_ROW_LENGTH)
      this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length);
  }

  endRow(): void {
    // In the place of the last cell's tab.
    this.bytes[this.length - 1] = NEWLINE;
    this.end = this.length;
  }

  /** All finished rows since the last call. */
  flush(): string {
    const writeText = this.bytes.toString('latin1', 0, this.end);
    this.length = 0;
    this.end = 0;
    return writeText;
  }

  text(ascii: string): void {
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

  private writeByte(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }
}
