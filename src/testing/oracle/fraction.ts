/** An exact number: a quotient of two integers of any size. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom <= 0n) throw new RangeError('the bottom of a fraction is over 0');
    this.top = top;
    this.bottom = bottom;
  }

  /** Reads a decimal such as "-0.0650". */
  static parse(text: string): Fraction {
    const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
    if (whole === undefined) throw new RangeError(`${text} is not a decimal`);
    const top = BigInt(whole + part);
    return new Fraction(sign ? -top : top, 10n ** BigInt(part.length));
  }

  /** Base units seen as whole units. */
  static ofUnits(units: bigint, decimals: number): Fraction {
    return new Fraction(units, 10n ** BigInt(decimals));
  }

  // Nothing is reduced: the greatest common divisor of long sums costs more than their digits.
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

  /** Negative, zero or positive as this is below, equal to or above the other. */
  compare({ top, bottom }: Fraction): number {
    const difference = this.top * bottom - top * this.bottom;
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  get isZero(): boolean {
    return this.top === 0n;
  }

  /** In units of 10^(−decimals), half up. */
  rounded(decimals: number): bigint {
    const doubled = 2n * this.top * 10n ** BigInt(decimals) + this.bottom;
    const quotient = doubled / (2n * this.bottom);
    return doubled < 0n && doubled % (2n * this.bottom) !== 0n ? quotient - 1n : quotient;
  }

  /** The nearest number but for the last few of its digits. */
  toNumber(): number {
    return Number(this.rounded(15)) / 1e15;
  }
}

export const ZERO = new Fraction(0n);
export const ONE = new Fraction(1n);

/** The sum of what is known; undefined where nothing is. */
export function sumOfKnown(terms: readonly (Fraction | undefined)[]): Fraction | undefined {
  const known = terms.filter((term) => term !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, term) => sum.plus(term));
}
