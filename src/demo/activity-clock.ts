export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;
export const WINDOW_DAYS = 70;

const SLOT = 10 * MINUTE;

/** Decline of the number of swaps into the past: `1 / (1 + age / halfLife)^steepness`, with the age in days. */
interface Ramp {
  readonly halfLife: number;
  readonly steepness: number;
}

// Retail activity grows slowly and bot activity steeply. So the number of swaps grows faster than traders and volume, and
// the last day is as dense as the live market.
export const retailRamp: Ramp = { halfLife: 10, steepness: 0.7 };
export const botRamp: Ramp = { halfLife: 1, steepness: 1.6 };

/** Returns the relative activity at a time of day and week: 1 on average. */
export function seasonality(second: number): number {
  const hour = (second % DAY) / HOUR;
  const weekday = (Math.floor(second / DAY) + 4) % 7;
  const day = 1 + 0.42 * Math.cos(((hour - 15) / 12) * Math.PI) + 0.1 * Math.cos(((hour - 9) / 6) * Math.PI);
  return day * (weekday === 0 || weekday === 6 ? 0.86 : 1.056);
}

/** Maps time to cumulative market activity. Times sampled uniformly by activity follow the market's seasonality. */
export class ActivityClock {
  private readonly start: number;
  private readonly end: number;
  private readonly sums: Float64Array;

  constructor(start: number, end: number, { halfLife, steepness }: Ramp) {
    this.start = start;
    this.end = end;
    this.sums = runningSums(Math.ceil((end - start) / SLOT), (slot) => {
      const middle = start + (slot + 0.5) * SLOT;
      return (1 + (end - middle) / DAY / halfLife) ** -steepness * seasonality(middle);
    });
  }

  get total(): number {
    return this.sums.at(-1) ?? 0;
  }

  /** Average activity per second at the end of the window, as a share of the total. */
  get finalRate(): number {
    return 1 / SLOT / this.total;
  }

  /** Returns the cumulative activity from the start to `second`. */
  activityUntil(second: number): number {
    const position = Math.min(Math.max((second - this.start) / SLOT, 0), this.sums.length - 1);
    const slot = Math.floor(position);
    const sum = this.sums[slot] ?? 0;
    return sum + (position - slot) * ((this.sums[slot + 1] ?? sum) - sum);
  }

  /** Returns the second at which the cumulative activity reaches `activity`. */
  secondAt(activity: number): number {
    const slot = lastIndexAtMost(this.sums, activity);
    const sum = this.sums[slot] ?? 0;
    const width = (this.sums[slot + 1] ?? sum) - sum;
    const share = width > 0 ? (activity - sum) / width : 0;
    return Math.min(Math.floor(this.start + (slot + share) * SLOT), this.end);
  }
}

/** Returns 0 and the sums of the first 1, 2, … `count` values. */
export function runningSums(count: number, value: (index: number) => number): Float64Array {
  const sums = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) sums[index + 1] = (sums[index] ?? 0) + value(index);
  return sums;
}

/** Returns the index of the last entry of an ascending list that does not exceed `value`, or 0 if all do. */
export function lastIndexAtMost(sums: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sums[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
