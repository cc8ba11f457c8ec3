export type Pair<Value> = [Value, Value];
export type Side = 0 | 1;

/** Maximum share of a reserve that one swap can take out. */
const MAX_OUTPUT_SHARE = 0.995;
export const MAX_RESERVE = 1e30;

export interface PoolRules {
  readonly fee: number;
  /** Virtual reserves, which make a stable pool's price change less. */
  readonly virtual: Readonly<Pair<number>>;
  /** Maximum reserves. */
  readonly limits: Readonly<Pair<number>>;
}

/** A constant-product pool in base units. `amounts` are those of the latest swap. */
export class PoolState {
  readonly rules: PoolRules;
  readonly reserves: Pair<bigint>;
  readonly amounts: Pair<bigint> = [0n, 0n];

  constructor(rules: PoolRules, reserves: Pair<bigint>) {
    this.rules = rules;
    this.reserves = reserves;
  }

  /** Logarithm of the price of the first asset in the second, in base units. */
  get logPrice(): number {
    return Math.log(this.depth(1) / this.depth(0));
  }

  /** Returns the input that changes the logarithm of the price by `change`: of the first asset if negative, otherwise of the second. */
  inputFor(change: number): number {
    return (this.depth(change < 0 ? 0 : 1) * Math.expm1(Math.abs(change) / 2)) / (1 - this.rules.fee);
  }

  /** Sells one side for the other. Returns false, without any change, if the reserves do not allow it. */
  swap(sold: Side, input: number): boolean {
    const bought = sold === 0 ? 1 : 0;
    const { reserves, rules } = this;
    const amountIn = Math.floor(input);
    const net = amountIn * (1 - rules.fee);
    const amountOut = Math.floor((this.depth(bought) * net) / (this.depth(sold) + net));
    const isPossible =
      amountIn >= 1 &&
      amountOut >= 1 &&
      amountOut <= Number(reserves[bought]) * MAX_OUTPUT_SHARE &&
      Number(reserves[sold]) + amountIn <= rules.limits[sold];
    if (!isPossible) return false;
    this.amounts[sold] = BigInt(amountIn);
    this.amounts[bought] = BigInt(amountOut);
    reserves[sold] += this.amounts[sold];
    reserves[bought] -= this.amounts[bought];
    return true;
  }

  /** Changes the liquidity: scales both reserves by the same factor, which keeps the price. */
  scale(factor: number): void {
    const { reserves, rules } = this;
    const [next0, next1] = [Number(reserves[0]) * factor, Number(reserves[1]) * factor];
    if (next0 < 1 || next1 < 1 || next0 > rules.limits[0] || next1 > rules.limits[1]) return;
    reserves[0] = BigInt(Math.floor(next0));
    reserves[1] = BigInt(Math.floor(next1));
  }

  private depth(side: Side): number {
    return Number(this.reserves[side]) + this.rules.virtual[side];
  }
}

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
