const SIZE = 1 << 18;
/** More than the longest row of swaps has. */
const ROOM = 512;
const ZERO = 48;
const HALF = 100_000_000;
const HALF_DIGITS = 8;
const POINT = 46;
const LARGE = 1_000_000;

/** Rows of ASCII text, written byte by byte: strings of half a million rows keep the garbage collector busy. */
export class RowText {
  private readonly bytes = Buffer.allocUnsafe(SIZE);
  private length = 0;

  /** Whether the next row might not fit. */
  get full(): boolean {
    return this.length > SIZE - ROOM;
  }

  /** All rows since the last call. */
  take(): string {
    const text = this.bytes.toString('latin1', 0, this.length);
    this.length = 0;
    return text;
  }

  byte(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }

  ascii(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.byte(text.charCodeAt(index));
  }

  /** A whole number from 0 to 2^53, with at least so many digits. */
  number(value: number, digits = 1): void {
    if (value < HALF && digits <= HALF_DIGITS) {
      this.small(value, digits);
      return;
    }
    const high = Math.floor(value / HALF);
    this.number(high, digits - HALF_DIGITS);
    this.small(value - high * HALF, HALF_DIGITS);
  }

  /** A positive number with nine decimals, six where it is large. */
  decimal(value: number): void {
    const digits = value < LARGE ? 9 : 6;
    const scale = 10 ** digits;
    const scaled = Math.round(value * scale);
    const whole = Math.floor(scaled / scale);
    this.number(whole);
    this.byte(POINT);
    this.number(scaled - whole * scale, digits);
  }

  private small(value: number, digits: number): void {
    let width = Math.max(digits, 1);
    for (let limit = 10 ** width; limit <= value; limit *= 10) width += 1;
    let rest = value | 0;
    for (let place = this.length + width - 1; place >= this.length; place -= 1) {
      const next = (rest / 10) | 0;
      this.bytes[place] = ZERO + rest - next * 10;
      rest = next;
    }
    this.length += width;
  }
}
