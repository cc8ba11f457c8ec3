/** An exact rational number with a positive denominator. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom <= 0n) throw new RangeError('The denominator must be positive');
    this.top = top;
    this.bottom = bottom;
  }

  /** Parses a decimal such as "-0.0650". */
  static parse(text: string): Fraction {
    const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
    if (whole === undefined) throw new RangeError(`${text} is not a decimal`);
    const top = BigInt(whole + part);
    return new Fraction(sign ? -top : top, 10n ** BigInt(part.length));
  }

  /** Converts base units to whole units. */
  static ofUnits(units: bigint, decimals: number): Fraction {
    return new Fraction(units, 10n ** BigInt(decimals));
  }

  // Fractions are not reduced: for long sums, finding the greatest common divisor costs more than the extra digits.
  plus({ top, bottom }: Fraction): Fraction {
    if (bottom === this.bottom) return new Fraction(this.top + top, bottom);
    return new Fraction(this.top * bottom + top * this.bottom, this.bottom * bottom);
  }

  minus({ top, bottom }: Fraction): Fraction {
    return this.plus(new Fraction(-top, bottom));
  }

  times({ top, bottom }: Fraction): Fraction {
    return new Fraction(this.top * top, this.bottom * bottom);
  }

  over({ top, bottom }: Fraction): Fraction {
    if (top === 0n) throw new RangeError('division by 0');
    return top < 0n
      ? new Fraction(-this.top * bottom, this.bottom * -top)
      : new Fraction(this.top * bottom, this.bottom * top);
  }

  /** Returns a negative number, zero or a positive number if this is less than, equal to or greater than the other. */
  compare({ top, bottom }: Fraction): number {
    const difference = this.top * bottom - top * this.bottom;
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  get isZero(): boolean {
    return this.top === 0n;
  }

  /** Returns the value in units of 10^(−decimals), rounded half up. */
  rounded(decimals: number): bigint {
    const doubled = 2n * this.top * 10n ** BigInt(decimals) + this.bottom;
    const quotient = doubled / (2n * this.bottom);
    return doubled < 0n && doubled % (2n * this.bottom) !== 0n ? quotient - 1n : quotient;
  }

  /** Returns the value with 15 decimals. */
  toNumber(): number {
    return Number(this.rounded(15)) / 1e15;
  }
}

export const ZERO = new Fraction(0n);
export const ONE = new Fraction(1n);

/** Returns the sum of the defined terms, or undefined if there are none. */
export function sumOfDefined(terms: readonly (Fraction | undefined)[]): Fraction | undefined {
  const defined = terms.filter((term) => term !== undefined);
  return defined.length === 0 ? undefined : defined.reduce((sum, term) => sum.plus(term));
}
