const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** Minimum number of zeros after the decimal point to write as a subscript. */
const MIN_SUBSCRIPT_ZEROS = 2;
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
  if (zeros >= MIN_SUBSCRIPT_ZEROS) return `${sign}0.0${subscript(zeros)}${significant}`;
  return sign + grouped(size, Math.max(0, Math.min(digits - 1 - Number(exponent), 20)));
}

export function swapsText(count: number): string {
  return count === 1 ? '1 swap' : `${count} swaps`;
}

/**
 * Returns axis labels in one notation: with as many decimals, and as many of their zeros in the subscript, as the largest
 * label. Rounding errors near zero are shown as 0; labels below zero are empty.
 */
export function axisLabels(prices: readonly number[]): string[] {
  const step = Math.abs((prices[1] ?? 0) - (prices[0] ?? 0));
  const zeros = axisZeros(prices);
  const decimals = stepDecimals(step || Math.max(...prices));
  return prices.map((price) => {
    if (Math.abs(price) < step / 1000) return '0';
    return price < 0 ? '' : axisText(price, decimals, zeros);
  });
}

/** Returns the number of zeros in the subscript of all labels on an axis, 0 without a subscript. */
export function axisZeros(prices: readonly number[]): number {
  const largest = Math.max(...prices);
  const zeros = largest > 0 ? -Number(largest.toExponential(DIGITS - 1).split('e')[1]) - 1 : 0;
  return zeros >= MIN_SUBSCRIPT_ZEROS ? zeros : 0;
}

/** Returns the label of a single price on an axis whose labels have `zeros` in the subscript. */
export function axisPriceLabel(price: number, zeros: number): string {
  if (!(price > 0)) return priceLabel(price);
  const exponent = Number(price.toExponential(DIGITS - 1).split('e')[1]);
  const text = axisText(price, DIGITS - 1 - exponent, zeros);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function axisText(price: number, decimals: number, zeros: number): string {
  const [whole = '', part = ''] = price.toFixed(Math.min(Math.max(decimals, 0), 100)).split('.');
  const digits = part && `.${part}`;
  // Prices above the largest label may have fewer zeros.
  if (zeros > 0 && whole === '0' && part.startsWith('0'.repeat(zeros)))
    return `0.0${subscript(zeros)}${part.slice(zeros)}`;
  return groupThousands(whole) + digits;
}

/** Returns the number of decimals of multiples of a step. */
function stepDecimals(step: number): number {
  const decimals = Math.max(-Math.floor(Math.log10(step)), 0);
  // Steps like 0.25 have more than one significant digit.
  const isWhole = (places: number) => {
    const scaled = step * 10 ** places;
    return Math.abs(scaled - Math.round(scaled)) < 1e-6;
  };
  return [decimals, decimals + 1].find(isWhole) ?? decimals + 2;
}

function subscript(zeros: number): string {
  return Array.from(String(zeros), (digit) => SUBSCRIPTS[Number(digit)] ?? '').join('');
}

function grouped(size: number, decimals: number): string {
  const [whole = '', part = ''] = size.toFixed(decimals).split('.');
  const rest = part.replace(/0+$/, '');
  return groupThousands(whole) + (rest && `.${rest}`);
}

function groupThousands(whole: string): string {
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
