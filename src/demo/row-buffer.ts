const SIZE = 1 << 18;
/** More than the longest row of swaps has. */
const ROOM = 512;
const ZERO = 48;
const HALF = 100_000_000;
const HALF_DIGITS = 8;
const POINT = 46;
const LARGE = 1_000_000;

/** Rows of ASCII text, written byte by byte: strings of half a million rows keep the garbage collector busy. */
export class RowBuffer {
  private readonly bytes = Buffer.allocUnsafe(SIZE);
  private length = 0;

  /** Whether the next row might not fit. */
  get isFull(): boolean {
    return this.length > SIZE - ROOM;
  }

  /** All rows since the last call. */
  flush(): string {
    const text = this.bytes.toString('latin1', 0, this.length);
    this.length = 0;
    return text;
  }

  writeByte(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }

  writeAscii(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.writeByte(text.charCodeAt(index));
  }

  /** A whole number from 0 to 2^53, with at least so many digits. */
  writeInteger(value: number, digits = 1): void {
    if (value < HALF && digits <= HALF_DIGITS) {
      this.writeDigits(value, digits);
      return;
    }
    const high = Math.floor(value / HALF);
    this.writeInteger(high, digits - HALF_DIGITS);
    this.writeDigits(value - high * HALF, HALF_DIGITS);
  }

  /** A positive number with nine decimals, six where it is large. */
  writeDecimal(value: number): void {
    const digits = value < LARGE ? 9 : 6;
    const scale = 10 ** digits;
    const scaled = Math.round(value * scale);
    const whole = Math.floor(scaled / scale);
    this.writeInteger(whole);
    this.writeByte(POINT);
    this.writeInteger(scaled - whole * scale, digits);
  }

  private writeDigits(value: number, digits: number): void {
    let width = Math.max(digits, 1);
    for (let limit = 10 ** width; limit <= value; limit *= 10) width += 1;
    let rest = value | 0;
    for (let index = this.length + width - 1; index >= this.length; index -= 1) {
      const next = (rest / 10) | 0;
      this.bytes[index] = ZERO + rest - next * 10;
      rest = next;
    }
    this.length += width;
  }
}
