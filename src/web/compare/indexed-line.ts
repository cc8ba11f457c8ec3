export interface PricePoint {
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  readonly price: number;
}

/** Returns evenly spaced timestamps including both ends. */
export function evenTimestamps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) / (count - 1)) * index);
}

/**
 * Returns the value at each timestamp of 100 invested at the first timestamp. A price is valid until the next one. Without
 * a price at the first timestamp, the index starts at the first price. Points must be sorted, oldest first.
 */
export function indexedLine(
  points: readonly PricePoint[],
  timestamps: readonly number[],
): (number | undefined)[] {
  const valid = points.filter(({ price }) => price > 0);
  let next = 0;
  let base: number | undefined;
  return timestamps.map((timestamp) => {
    while (next < valid.length && (valid[next]?.time ?? timestamp) <= timestamp) next += 1;
    const price = valid[next - 1]?.price;
    base ??= price;
    return price === undefined || base === undefined ? undefined : (price / base) * 100;
  });
}
