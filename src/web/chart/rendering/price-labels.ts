import { groupThousands, MIN_COUNTED_ZEROS } from '#contract/format/format-numbers.ts';

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const DIGITS = 6;

/** Returns a price as plain text for canvas labels: 67891.2 is 67,891.2, 0.00000123 is 0.0₅123. */
export function priceLabel(price: number, digits = DIGITS): string {
  if (!Number.isFinite(price)) return '–';
  if (price === 0) return '0';
  const sign = price < 0 ? '−' : '';
  const size = Math.abs(price);
  const [mantissa = '', exponent = '0'] = size.toExponential(digits - 1).split('e');
  const zeros = -Number(exponent) - 1;
  const significant = mantissa.replace('.', '').replace(/0+$/, '');
  if (zeros >= MIN_COUNTED_ZEROS) return `${sign}0.0${subscript(zeros)}${significant}`;
  return sign + grouped(size, Math.max(0, Math.min(digits - 1 - Number(exponent), 20)));
}

export function swapsText(count: number): string {
  return count === 1 ? '1 swap' : `${count} swaps`;
}

/** How all labels on an axis are written. */
export interface AxisNotation {
  /** Number of zeros in the subscript, 0 without a subscript. */
  readonly zeros: number;
  /** Minimum number of decimals. */
  readonly decimals: number;
}

/** Returns the notation for the labels of an axis, which suits the largest of them and their distance. */
export function axisNotation(prices: readonly number[]): AxisNotation {
  const largest = Math.max(...prices, 0);
  const zeros = largest > 0 ? -exponentOf(largest) - 1 : 0;
  return {
    zeros: zeros >= MIN_COUNTED_ZEROS ? zeros : 0,
    decimals: stepDecimals(stepOf(prices) || largest),
  };
}

/** Returns axis labels in one notation. Rounding errors near zero are shown as 0; labels below zero are empty. */
export function axisLabels(prices: readonly number[]): string[] {
  const notation = axisNotation(prices);
  const tolerance = stepOf(prices) / 1000;
  return prices.map((price) => {
    if (Math.abs(price) < tolerance) return '0';
    return price < 0 ? '' : axisText(price, notation);
  });
}

/** Returns the label of a single price on an axis, with more digits than those of its steps. */
export function axisPriceLabel(price: number, { zeros, decimals }: AxisNotation): string {
  if (!(price > 0)) return priceLabel(price);
  const significant = Number(price.toPrecision(DIGITS));
  const needed = decimalsOf(significant);
  return axisText(significant, { zeros, decimals: Math.max(decimals, needed) });
}

function stepOf(prices: readonly number[]): number {
  return Math.abs((prices[1] ?? 0) - (prices[0] ?? 0));
}

function exponentOf(price: number): number {
  return Number(price.toExponential(DIGITS - 1).split('e')[1]);
}

/** Returns the number of decimals of a double in its shortest form. */
function decimalsOf(price: number): number {
  const [mantissa = '', exponent = '0'] = String(price).split('e');
  return Math.max((mantissa.split('.')[1]?.length ?? 0) - Number(exponent), 0);
}

function axisText(price: number, { zeros, decimals }: AxisNotation): string {
  const [whole = '', part = ''] = price.toFixed(Math.min(decimals, 100)).split('.');
  const digits = part && `.${part}`;
  // Prices above the largest label may have fewer zeros.
  if (zeros > 0 && whole === '0' && part.startsWith('0'.repeat(zeros)))
    return `0.0${subscript(zeros)}${part.slice(zeros)}`;
  return groupThousands(whole) + digits;
}

/** Returns the number of decimals of multiples of a step, which has at most three significant digits. */
function stepDecimals(step: number): number {
  return step > 0 ? Math.min(decimalsOf(Number(step.toPrecision(3))), 100) : 0;
}

function subscript(zeros: number): string {
  return Array.from(String(zeros), (digit) => SUBSCRIPTS[Number(digit)] ?? '').join('');
}

function grouped(size: number, decimals: number): string {
  const [whole = '', part = ''] = size.toFixed(decimals).split('.');
  const rest = part.replace(/0+$/, '');
  return groupThousands(whole) + (rest && `.${rest}`);
}
