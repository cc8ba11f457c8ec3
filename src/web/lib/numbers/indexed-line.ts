export interface PricePoint {
  /** In milliseconds. */
  readonly time: number;
  readonly price: number;
}

/** Evenly spread, both ends among them. */
export function evenTimestamps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) / (count - 1)) * index);
}

/**
 * What 100 of money, put in at the first of the moments, is worth at each of them. A price holds until the next; points
 * come oldest first. Who has no price yet starts with the first one.
 */
export function indexedLine(
  points: readonly PricePoint[],
  moments: readonly number[],
): (number | undefined)[] {
  const sound = points.filter(({ price }) => price > 0);
  let next = 0;
  let base: number | undefined;
  return moments.map((moment) => {
    while (next < sound.length && (sound[next]?.time ?? moment) <= moment) next += 1;
    const price = sound[next - 1]?.price;
    base ??= price;
    return price === undefined || base === undefined ? undefined : (price / base) * 100;
  });
}
