import {
  formatCompactAmount,
  groupThousands,
  MIN_COUNTED_ZEROS,
  MIN_EXPONENTIAL,
  priceLabel,
  subscript,
} from '#contract/format/format-numbers.ts';

const DIGITS = 6;

/** Returns a volume in three significant digits: 12431.5 is 12.4k. */
export function volumeLabel(volume: number): string {
  if (!Number.isFinite(volume)) return '–';
  const [mantissa = '', exponent = '0'] = volume.toExponential(DIGITS - 1).split('e');
  const amount = { value: mantissa.replace('.', ''), decimals: DIGITS - 1 - Number(exponent) };
  const { digits, unit } = formatCompactAmount(amount);
  return digits + unit;
}

export function swapsText(count: number): string {
  return count === 1 ? '1 swap' : `${count} swaps`;
}

/** How the labels on an axis are written, except those of much smaller or larger prices. */
export interface AxisNotation {
  /** Number of zeros after the point of the largest label, below 0 from 1 on. */
  readonly zeros: number;
  /** Minimum number of decimals. */
  readonly decimals: number;
}

/**
 * Returns the notation for the labels of an axis, which suits the largest of them and their distance. Labels of a
 * logarithmic scale, whose distances differ, have no common number of decimals.
 */
export function axisNotation(prices: readonly number[]): AxisNotation {
  const largest = Math.max(...prices, 0);
  const step = stepOf(prices);
  const decimals = step === undefined ? [] : prices.map((price) => labelDecimals(price, step || largest));
  return { zeros: zerosOf(largest), decimals: Math.max(...decimals, 0) };
}

/** Returns the labels of an axis. Rounding errors near zero are shown as 0; labels below zero are empty. */
export function axisLabels(prices: readonly number[]): string[] {
  const notation = axisNotation(prices);
  const step = stepOf(prices);
  return prices.map((price) => {
    if (Math.abs(price) < (step ?? 0) / 1000) return '0';
    if (price < 0) return '';
    return (step === undefined ? axisPriceLabel : axisText)(price, notation);
  });
}

/** Returns the label of a single price on an axis, with more digits than those of its steps. A dash below zero. */
export function axisPriceLabel(price: number, { zeros, decimals }: AxisNotation): string {
  if (!(price > 0)) return priceLabel(price < 0 ? Number.NaN : price);
  const significant = Number(price.toPrecision(DIGITS));
  const needed = decimalsOf(significant);
  return axisText(significant, { zeros, decimals: Math.max(decimals, needed) });
}

/** Returns labels as long as those of all prices in a range: one for each number of zeros, as on an axis of both. */
export function longLabels(lowest: number, highest: number): string[] {
  const labels: string[] = [];
  const first = zerosOf(highest);
  for (let zeros = first; zeros <= zerosOf(lowest); zeros += 1)
    labels.push(
      axisPriceLabel(8.88888 * 10 ** (-zeros - 1), { zeros: Math.max(zeros - 1, first), decimals: 0 }),
    );
  return labels;
}

/** Largest ratio of distances between the labels of a linear scale, which are equal except for rounding. */
const MAX_STEP_RATIO = 1.5;

/** Returns the distance of labels, or undefined if distances differ. */
function stepOf(prices: readonly number[]): number | undefined {
  const steps = prices.slice(1).map((price, index) => Math.abs(price - (prices[index] ?? 0)));
  return Math.max(...steps) > Math.min(...steps) * MAX_STEP_RATIO ? undefined : (steps[0] ?? 0);
}

/** Returns the number of zeros after the point, below 0 from 1 on. */
function zerosOf(price: number): number {
  return price > 0 ? -Number(price.toExponential(DIGITS - 1).split('e')[1]) - 1 : 0;
}

/** Returns the number of decimals of a double in its shortest form. */
function decimalsOf(price: number): number {
  const [mantissa = '', exponent = '0'] = String(price).split('e');
  return Math.max((mantissa.split('.')[1]?.length ?? 0) - Number(exponent), 0);
}

function axisText(price: number, { zeros, decimals }: AxisNotation): string {
  if (price >= MIN_EXPONENTIAL) return priceLabel(price);
  // After a collapse, the zeros in the notation of former prices would cover the chart.
  const more = zerosOf(price) - zeros;
  if (more + zeros >= MIN_COUNTED_ZEROS ? more > 1 || more < 0 : zeros >= MIN_COUNTED_ZEROS)
    return priceLabel(price);
  const [whole = '', part = ''] = price.toFixed(Math.min(decimals, 100)).split('.');
  const digits = part && `.${part}`;
  if (zeros >= MIN_COUNTED_ZEROS) return `0.0${subscript(zeros)}${part.slice(zeros)}`;
  return groupThousands(whole) + digits;
}

/** Returns the number of decimals of a label, which need not be a multiple of the step, to three digits of the step. */
function labelDecimals(price: number, step: number): number {
  const finest = Math.min(Math.max(2 - Math.floor(Math.log10(step)), 0), 100);
  return Math.min(decimalsOf(Number(price.toFixed(finest))), 100);
}
