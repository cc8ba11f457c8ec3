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

/** Returns axis labels. Rounding errors near zero are shown as 0; labels below zero are empty. */
export function axisLabels(prices: readonly number[]): string[] {
  const step = Math.abs((prices[1] ?? 0) - (prices[0] ?? 0));
  return prices.map((price) => {
    if (Math.abs(price) < step / 1000) return '0';
    return price < 0 ? '' : priceLabel(price);
  });
}

function subscript(zeros: number): string {
  return Array.from(String(zeros), (digit) => SUBSCRIPTS[Number(digit)] ?? '').join('');
}

function grouped(size: number, decimals: number): string {
  const [whole = '', part = ''] = size.toFixed(decimals).split('.');
  const rest = part.replace(/0+$/, '');
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (rest && `.${rest}`);
}
