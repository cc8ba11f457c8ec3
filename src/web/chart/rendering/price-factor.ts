import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';

/** The drawing library counts steps of an axis down to 10⁻¹⁴ and takes prices up to 9·10¹³. */
const LARGEST = 12;

/** Prices of 10⁻¹² have no axis in the drawing library: it is given all of them times this power of a thousand. */
export function priceFactor({ low, high }: Bars, { from, to }: BarWindow): number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (let place = from; place < to; place += 1) {
    const price = low[place] ?? Number.NaN;
    if (price > 0 && price < lowest) lowest = price;
    highest = Math.max(highest, high[place] || 0);
  }
  if (highest === 0 || lowest === Number.POSITIVE_INFINITY) return 1;
  const wanted = -Math.floor(Math.log10(lowest) / 3) * 3;
  const most = Math.floor((LARGEST - Math.log10(highest)) / 3) * 3;
  return 10 ** Math.min(Math.max(wanted, 0), most);
}
