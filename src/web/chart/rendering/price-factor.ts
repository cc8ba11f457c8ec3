import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';

/** The charting library supports axis steps down to 10⁻¹⁴ and prices up to 9·10¹³. */
const MAX_EXPONENT = 12;

/**
 * Returns the power of a thousand to multiply prices by, so that the charting library can render an axis for prices as
 * small as 10⁻¹².
 */
export function priceFactor({ low, high }: Bars, { from, to }: BarWindow): number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (let index = from; index < to; index += 1) {
    const price = low[index] ?? Number.NaN;
    if (price > 0 && price < lowest) lowest = price;
    highest = Math.max(highest, high[index] || 0);
  }
  if (highest === 0 || lowest === Number.POSITIVE_INFINITY) return 1;
  const exponent = -Math.floor(Math.log10(lowest) / 3) * 3;
  const maxExponent = Math.floor((MAX_EXPONENT - Math.log10(highest)) / 3) * 3;
  return 10 ** Math.min(Math.max(exponent, 0), maxExponent);
}
