/** Where values of an index stand on a drawing. */
export interface IndexScale {
  /** Equal distances are equal factors. */
  readonly isLog: boolean;
  /** Values that are written beside it. */
  readonly marks: readonly number[];
  /** 0 at the bottom, 1 at the top. */
  readonly position: (value: number) => number;
}

const START = 100;
/** From such a factor between the ends on, even distances would leave nothing to see of the lower lines. */
const WIDE = 8;
const MARKS = 5;
const ROOM = 0.06;

/** For values above zero; the start of the index is always in sight. */
export function indexScale(values: readonly number[]): IndexScale {
  let [least, most] = [START, START];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most / least > WIDE ? logScale(least, most) : evenScale(least, most);
}

function evenScale(least: number, most: number): IndexScale {
  const size = Math.max(most - least, 1);
  const [low, high] = [least - size * ROOM, most + size * ROOM];
  const step = niceStep(size / (MARKS - 1));
  const marks: number[] = [];
  for (let mark = Math.ceil(low / step) * step; mark <= high; mark += step) marks.push(rounded(mark));
  return { isLog: false, marks, position: (value) => (value - low) / (high - low) };
}

function logScale(least: number, most: number): IndexScale {
  const [low, high] = [Math.log10(least), Math.log10(most)];
  const room = (high - low) * ROOM;
  const position = (value: number) => (Math.log10(value) - low + room) / (high - low + 2 * room);
  const powers = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, index) =>
    rounded(10 ** (Math.ceil(low) + index)),
  );
  const between = powers.length < 3 ? finer(least, most) : powers;
  const every = Math.ceil(between.length / (MARKS + 1));
  return { isLog: true, marks: between.filter((_, index) => index % every === 0), position };
}

function finer(least: number, most: number): number[] {
  const marks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10)
    marks.push(...[1, 2, 5].map((digit) => rounded(digit * power)));
  return marks.filter((mark) => mark >= least && mark <= most);
}

function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const digit = [1, 2, 5].find((known) => known * power >= size) ?? 10;
  return digit * power;
}

/** Steps of a tenth do not add up in doubles. */
function rounded(mark: number): number {
  return Number(mark.toPrecision(12));
}

/** Places for labels, each as near to its own as others leave room: `gap` from one to the next, within 0 and 1. */
export function spreadLabels(places: readonly number[], gap: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const set = [...places];
  let least = 0;
  for (const index of order) {
    set[index] = Math.max(set[index] ?? 0, least);
    least = (set[index] ?? 0) + gap;
  }
  let most = 1;
  for (const index of order.toReversed()) {
    set[index] = Math.min(set[index] ?? 0, most);
    most = (set[index] ?? 0) - gap;
  }
  return set;
}
