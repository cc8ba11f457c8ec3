/** Vertical scale of an index chart. */
export interface IndexScale {
  /** Whether the scale is logarithmic. */
  readonly isLog: boolean;
  /** Values of the axis labels. */
  readonly marks: readonly number[];
  /** Returns the position of a value: 0 at the bottom, 1 at the top. */
  readonly position: (value: number) => number;
}

const START = 100;
/** Ratio of maximum to minimum above which a linear scale would flatten the lower lines. */
const LOG_RATIO = 8;
const TARGET_MARKS = 5;
/** Minimum size of a logarithmic scale, in powers of ten: 1%, as of a linear scale. */
const MIN_LOG_SIZE = Math.log10(1.01);
/** Padding above and below, as a fraction of the range. */
const PADDING = 0.06;

export type ScaleType = 'linear' | 'log';

/**
 * Returns a scale for positive values. Always includes the start value of 100. Without a type, it is logarithmic if a
 * linear scale would flatten the lower lines.
 */
export function indexScale(values: readonly number[], type?: ScaleType): IndexScale {
  let [min, max] = [START, START];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const isLog = type === undefined ? max / min > LOG_RATIO : type === 'log';
  return isLog ? logScale(min, max) : linearScale(min, max);
}

function linearScale(min: number, max: number): IndexScale {
  const size = Math.max(max - min, 1);
  const [low, high] = [min - size * PADDING, max + size * PADDING];
  const marks = linearMarks(low, high, size);
  return { isLog: false, marks, position: (value) => (value - low) / (high - low) };
}

function linearMarks(low: number, high: number, size = Math.max(high - low, 1)): number[] {
  const step = niceStep(size / (TARGET_MARKS - 1));
  const marks: number[] = [];
  for (let mark = Math.ceil(low / step) * step; mark <= high; mark += step) marks.push(rounded(mark));
  return marks;
}

function logScale(min: number, max: number): IndexScale {
  const [low, high] = [Math.log10(min), Math.log10(max)];
  const size = Math.max(high - low, MIN_LOG_SIZE);
  const padding = size * PADDING;
  const position = (value: number) => (Math.log10(value) - low + padding) / (size + 2 * padding);
  const powers = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, index) =>
    rounded(10 ** (Math.ceil(low) + index)),
  );
  const fine = powers.length < 3 ? fineMarks(min, max) : powers;
  // A narrow range contains too few round numbers.
  const candidates = fine.length < 3 ? linearMarks(min, max) : fine;
  const every = Math.ceil(candidates.length / (TARGET_MARKS + 1));
  return { isLog: true, marks: candidates.filter((_, index) => index % every === 0), position };
}

function fineMarks(min: number, max: number): number[] {
  const marks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(min)); power <= max; power *= 10)
    marks.push(...[1, 2, 5].map((digit) => rounded(digit * power)));
  return marks.filter((mark) => mark >= min && mark <= max);
}

function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const digit = [1, 2, 5].find((candidate) => candidate * power >= size) ?? 10;
  return digit * power;
}

/** Removes floating point errors of adding fractional steps. */
function rounded(mark: number): number {
  return Number(mark.toPrecision(12));
}

/** Moves label positions apart by at least `gap`, within 0 and 1, as close as possible to their original positions. */
export function spreadLabels(positions: readonly number[], gap: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const spread = [...positions];
  let min = 0;
  for (const index of order) {
    spread[index] = Math.max(spread[index] ?? 0, min);
    min = (spread[index] ?? 0) + gap;
  }
  let max = 1;
  for (const index of order.toReversed()) {
    spread[index] = Math.min(spread[index] ?? 0, max);
    max = (spread[index] ?? 0) - gap;
  }
  return spread;
}
