import type { Random } from '#testing/market/random.ts';

/** Picks indexes below `size` with a probability proportional to 1 / (index + 1), like the activity of real markets. */
export class HeavyTail {
  private readonly sums: Float64Array;

  constructor(size: number) {
    this.sums = new Float64Array(size);
    let sum = 0;
    for (let index = 0; index < size; index += 1) {
      sum += 1 / (index + 1);
      this.sums[index] = sum;
    }
  }

  /** Returns a random index, by binary search of the cumulative weights. */
  pick(random: Random): number {
    const { sums } = this;
    const threshold = random.next() * (sums[sums.length - 1] ?? 0);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > threshold) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
