/** Converts base units to a decimal in whole units, without trailing zeros. */
export function wholeUnits(units: bigint, decimals: number): string {
  const text = paddedWholeUnits(units, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/** Converts base units to a decimal in whole units with exactly `decimals` fractional digits. */
export function paddedWholeUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A number represents every decimal of up to this many digits exactly enough to print it again. */
const EXACT_DIGITS = 15;

/** Returns the decimal as a number if it can be recovered from the number's text, otherwise undefined. */
export function exactNumber(decimal: string): number | undefined {
  const digits = decimal.replace('.', '').replace(/^0+/, '');
  return digits.length <= EXACT_DIGITS ? Number(decimal) : undefined;
}
