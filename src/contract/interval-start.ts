/** Unix time starts on a Thursday. Its first Monday is four days later. In seconds. */
export const FIRST_MONDAY: number = 4 * 86_400;

/** Returns the start of the interval that contains a time: in UTC, weeks start on Monday. All values are in seconds. */
export function intervalStart(second: number, length: number): number {
  return Math.floor((second - FIRST_MONDAY) / length) * length + FIRST_MONDAY;
}
