/** Drops fractions of a second: times of blocks, and those of imported swaps, are whole seconds. */
export function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}
