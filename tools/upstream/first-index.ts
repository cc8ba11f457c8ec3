/** Returns the first index below `count` that matches, or `count`. All indexes after a match must match. */
export function firstIndex(count: number, matches: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
