const SIZE = 1 << 18;
/** An upper bound for the length of a row. */
const MAX_ROW_LENGTH = 512;
const ZERO = 48;
const GROUP = 100_000_000;
const GROUP_DIGITS = 8;
const POINT = 46;
/** From here on, decimals have six instead of nine digits after the point. */
const SIX_DECIMALS_FROM = 1_000_000;

/** Builds rows of ASCII text in a byte buffer, to avoid garbage collection of half a million strings. */
export class RowBuffer {
  private readonly bytes = Buffer.allocUnsafe(SIZE);
  private length = 0;

  /** Whether the next row may not fit. */
  get isFull(): boolean {
    return this.length > SIZE - MAX_ROW_LENGTH;
  }

  /** Returns all rows since the last call and empties the buffer. */
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

  /** Writes an integer from 0 to 2^53, padded with zeros to `digits`. */
  writeInteger(value: number, digits = 1): void {
    if (value < GROUP && digits <= GROUP_DIGITS) {
      this.writeDigits(value, digits);
      return;
    }
    const high = Math.floor(value / GROUP);
    this.writeInteger(high, digits - GROUP_DIGITS);
    this.writeDigits(value - high * GROUP, GROUP_DIGITS);
  }

  /** Writes a non-negative number with nine decimals, or with six if it is large. */
  writeDecimal(value: number): void {
    const digits = value < SIX_DECIMALS_FROM ? 9 : 6;
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
