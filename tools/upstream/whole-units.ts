import { decimalFromAmount } from '#contract/amount.ts';

/** Converts base units to a decimal in whole units, without trailing zeros. */
export function wholeUnits(units: bigint, decimals: number): string {
  const text = paddedWholeUnits(units, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/** Converts base units to a decimal in whole units with exactly `decimals` fractional digits. */
export function paddedWholeUnits(units: bigint, decimals: number): string {
  return decimalFromAmount({ value: String(units), decimals });
}

/** Decimals of up to this many digits survive the conversion to a number and back. */
const EXACT_DIGITS = 15;

/** Returns the decimal as a number if it can be recovered from the number's text, otherwise undefined. */
export function exactNumber(decimal: string): number | undefined {
  const digits = decimal.replace('.', '').replace(/^0+/, '');
  return digits.length <= EXACT_DIGITS ? Number(decimal) : undefined;
}
