import { BadValueError } from '#service/validation/bad-value-error.ts';
import { readDecimal, readInteger } from '#service/validation/values.ts';

/**
 * Converts a decimal number of whole units to base units, exactly. Throws BadValueError if it has more digits than the
 * asset has decimals.
 */
export function toBaseUnits(units: string, decimals: number): string {
  const { whole, fraction } = splitAtPoint(units, decimals);
  if (/[1-9]/.test(fraction)) throw new BadValueError('an amount has more digits than decimals', units);
  return readInteger('an amount', whole);
}

/** As toBaseUnits, but ignores digits that exceed the asset's decimals. */
export function truncateToBaseUnits(units: string, decimals: number): string {
  return readInteger('an amount', splitAtPoint(units, decimals).whole);
}

/** Moves the decimal point `places` to the right. Returns the digits before and after it. */
function splitAtPoint(units: string, places: number): { whole: string; fraction: string } {
  const [mantissa = '', exponent = '0'] = readDecimal('an amount', units).split(/[eE]/);
  const [integer = '', decimals = ''] = mantissa.split('.');
  const digits = integer + decimals;
  const position = integer.length + Number(exponent) + places;
  return position <= 0
    ? { whole: '0', fraction: digits }
    : { whole: digits.slice(0, position).padEnd(position, '0'), fraction: digits.slice(position) };
}
