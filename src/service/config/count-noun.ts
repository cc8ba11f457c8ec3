/** Returns a number with its noun, which gets a plural -s: "1 swap", "2,000 swaps". */
export function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
