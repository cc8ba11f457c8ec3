/** How bars without ticks are shown: as a gap, or with the last close, at which `connect` also begins the other bars. */
export const emptyBarModes = ['gap', 'carry', 'connect'] as const;
export type EmptyBarMode = (typeof emptyBarModes)[number];

/** Bars as columns, ascending by time. The prices of an empty bar are NaN, unless it carries the last close. */
export interface Bars {
  readonly length: number;
  /** Start of the bar, in seconds. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Number of swaps in the bar. */
  readonly count: Float64Array;
  /** In the unit of the prices, USD for market caps. NaN if unknown. */
  readonly volume: Float64Array;
  /** 1 if the bar has ended, but not all of its swaps have been read; 0 otherwise. */
  readonly incomplete: Float64Array;
}

export type BarColumns = Omit<Bars, 'length'>;
export const barColumns: readonly (keyof BarColumns)[] = [
  'time',
  'open',
  'high',
  'low',
  'close',
  'count',
  'volume',
  'incomplete',
];

/** What columns are multiplied by. Default: 1. */
export type ColumnFactors = Readonly<Partial<Record<keyof BarColumns, number>>>;

/** Returns factors of all prices and of the volume. */
export function columnFactors(prices: number, volume: number): ColumnFactors {
  return { open: prices, high: prices, low: prices, close: prices, volume };
}

/** Returns bars of columns by their names. */
function barsOf(length: number, columnOf: (name: keyof BarColumns) => Float64Array): Bars {
  const columns = Object.fromEntries(barColumns.map((name) => [name, columnOf(name)]));
  return { length, ...(columns as Record<keyof BarColumns, Float64Array>) };
}

/** Returns zero-filled columns for `length` bars. */
export function createBars(length: number): Bars {
  return barsOf(length, () => new Float64Array(length));
}

/** Returns the first bars, which share the memory of all. */
export function truncateBars(bars: Bars, length: number): Bars {
  return barsOf(length, (name) => bars[name].subarray(0, length));
}

/** Returns the last close before a bar. NaN if there is none. */
export function closeBefore({ close }: Pick<Bars, 'close'>, index: number): number {
  let before = index - 1;
  while (before > 0 && Number.isNaN(close[before])) before -= 1;
  return close[before] ?? Number.NaN;
}

/** Maximum number of bars that fit on a chart. */
export const MAX_BARS = 2_500;
/** Maximum number of bars kept of each group. */
const KEPT_PER_GROUP = 4;

/** Returns how many bars to group so that the extremes of all groups fit on a chart; 1 if all bars fit. */
export function groupSizeFor(barCount: number): number {
  return barCount < MAX_BARS ? 1 : Math.ceil((barCount * KEPT_PER_GROUP) / (MAX_BARS - KEPT_PER_GROUP));
}

/** Returns the ascending indices of the bars with the extreme prices of each group, and of the newest bar. */
export function extremeIndices(bars: Bars, groupSize: number): readonly number[] {
  const indices: number[] = [];
  for (let from = 0; from < bars.length; from += groupSize) {
    const to = Math.min(from + groupSize, bars.length);
    const extremes = [
      extremeIndex(bars.low, from, to, -1),
      extremeIndex(bars.high, from, to, 1),
      extremeIndex(bars.close, from, to, -1),
      extremeIndex(bars.close, from, to, 1),
    ];
    if (to === bars.length) extremes.push(to - 1);
    indices.push(...[...new Set(extremes)].sort((a, b) => a - b));
  }
  return indices;
}

/** Returns the first index if no bar has a price, so that a gap stays a gap. */
function extremeIndex(column: Float64Array, from: number, to: number, sign: 1 | -1): number {
  let [best, bestIndex] = [Number.NEGATIVE_INFINITY, from];
  for (let index = from; index < to; index += 1) {
    const value = (column[index] ?? Number.NaN) * sign;
    if (value > best) [best, bestIndex] = [value, index];
  }
  return bestIndex;
}

export function selectBars(bars: Bars, indices: readonly number[]): Bars {
  return barsOf(indices.length, (name) => selectValues(bars[name], indices));
}

export function selectValues(column: Float64Array, indices: readonly number[]): Float64Array {
  return Float64Array.from(indices, (index) => column[index] ?? Number.NaN);
}
