import type { RowBuffer } from './row-buffer.ts';

const LIMB = 1e15;
const LIMB_DIGITS = 15;
export const MAX_LARGE_INTEGER = 1e30;

/**
 * A mutable integer of up to 30 digits in two exact limbs. Base units exceed 2^53, and BigInt is several times slower for
 * half a million swaps.
 */
export class LargeInteger {
  private high = 0;
  private low = 0;

  /** The value as a double, possibly rounded. */
  get value(): number {
    return this.high * LIMB + this.low;
  }

  /** Sets the integer part of a non-negative double. */
  set(value: number): this {
    this.high = Math.floor(value / LIMB);
    this.low = this.high === 0 ? Math.floor(value) : Math.floor((value / LIMB - this.high) * LIMB);
    return this;
  }

  parse(digits: string): this {
    this.high = Number(digits.slice(0, -LIMB_DIGITS));
    this.low = Number(digits.slice(-LIMB_DIGITS));
    return this;
  }

  add(other: LargeInteger): void {
    this.high += other.high;
    this.low += other.low;
    if (this.low < LIMB) return;
    this.low -= LIMB;
    this.high += 1;
  }

  /** `other` must not exceed this number. */
  subtract(other: LargeInteger): void {
    this.high -= other.high;
    this.low -= other.low;
    if (this.low >= 0) return;
    this.low += LIMB;
    this.high -= 1;
  }

  writeTo(text: RowBuffer): void {
    if (this.high > 0) text.writeInteger(this.high);
    text.writeInteger(this.low, this.high > 0 ? LIMB_DIGITS : 1);
  }

  toString(): string {
    return this.high === 0 ? String(this.low) : this.high + String(this.low).padStart(LIMB_DIGITS, '0');
  }
}
