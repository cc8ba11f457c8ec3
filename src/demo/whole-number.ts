import type { RowText } from './row-text.ts';

const PIECE = 1e15;
const PIECE_DIGITS = 15;
export const LARGEST_WHOLE_NUMBER = 1e30;

/**
 * A whole number of up to 30 digits in two exact pieces: base units go far beyond 2^53, and BigInt is several times
 * slower where half a million reserves are moved and printed.
 */
export class WholeNumber {
  private high = 0;
  private low = 0;

  /** The nearest double. */
  get value(): number {
    return this.high * PIECE + this.low;
  }

  /** Takes a double that is not negative, without its fraction. */
  set(value: number): this {
    this.high = Math.floor(value / PIECE);
    this.low = this.high === 0 ? Math.floor(value) : Math.floor((value / PIECE - this.high) * PIECE);
    return this;
  }

  parse(digits: string): this {
    this.high = Number(digits.slice(0, -PIECE_DIGITS));
    this.low = Number(digits.slice(-PIECE_DIGITS));
    return this;
  }

  add(other: WholeNumber): void {
    this.high += other.high;
    this.low += other.low;
    if (this.low < PIECE) return;
    this.low -= PIECE;
    this.high += 1;
  }

  /** `other` must not be larger. */
  subtract(other: WholeNumber): void {
    this.high -= other.high;
    this.low -= other.low;
    if (this.low >= 0) return;
    this.low += PIECE;
    this.high -= 1;
  }

  writeTo(text: RowText): void {
    if (this.high > 0) text.number(this.high);
    text.number(this.low, this.high > 0 ? PIECE_DIGITS : 1);
  }

  toString(): string {
    return this.high === 0 ? String(this.low) : this.high + String(this.low).padStart(PIECE_DIGITS, '0');
  }
}
