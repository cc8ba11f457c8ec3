const LT_PER_SECOND = 40_000;
const LT_STEP = 1000;
/** Maximum number of swaps of one pool per second. */
const SWAPS_PER_SECOND = LT_PER_SECOND / LT_STEP;

/**
 * Assigns times and logical times to the swaps of one pool. Logical time advances at about the rate of the blockchain,
 * orders swaps within a second, and is unique among the pools that set TON's price, whose IDs are below LT_STEP.
 */
export class LogicalClock {
  second: number;
  lt: number;
  private readonly offset: number;
  private indexInSecond: number;

  /** Continues after the time and logical time of the pool's latest swap. */
  constructor(poolId: number, second = -1, lt = -1) {
    this.offset = poolId % LT_STEP;
    this.second = second;
    this.lt = lt;
    this.indexInSecond = second < 0 ? 0 : Math.floor((lt - second * LT_PER_SECOND) / LT_STEP);
  }

  /** Advances to the next swap at `second` or later. Returns false if that second is full. */
  next(second: number): boolean {
    const isSameSecond = second <= this.second;
    if (isSameSecond && this.indexInSecond + 1 >= SWAPS_PER_SECOND) return false;
    this.indexInSecond = isSameSecond ? this.indexInSecond + 1 : 0;
    this.second = isSameSecond ? this.second : second;
    this.lt = this.second * LT_PER_SECOND + this.indexInSecond * LT_STEP + this.offset;
    return true;
  }
}
