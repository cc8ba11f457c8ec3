import { LargeInteger } from '#demo/large-integer.ts';

/** Maximum share of a reserve that one swap can take out. */
const MAX_OUTPUT_SHARE = 0.995;

export interface PoolRules {
  readonly fee: number;
  /** Virtual reserves, which make a stable pool's price change less. */
  readonly virtual0: number;
  readonly virtual1: number;
  /** Maximum reserves. */
  readonly limit0: number;
  readonly limit1: number;
}

/** A constant-product pool in exact base units. `amount0` and `amount1` are the amounts of the latest swap. */
export class SimulatedPool {
  readonly reserve0 = new LargeInteger();
  readonly reserve1 = new LargeInteger();
  readonly amount0 = new LargeInteger();
  readonly amount1 = new LargeInteger();
  readonly rules: PoolRules;

  constructor(rules: PoolRules) {
    this.rules = rules;
  }

  /** Logarithm of the price of asset0 in asset1, in base units. */
  get logPrice(): number {
    const { virtual0, virtual1 } = this.rules;
    return Math.log((this.reserve1.value + virtual1) / (this.reserve0.value + virtual0));
  }

  /** Returns the input that changes the logarithm of the price by `change`: of asset0 if negative, otherwise of asset1. */
  inputFor(change: number): number {
    const depth =
      change < 0 ? this.reserve0.value + this.rules.virtual0 : this.reserve1.value + this.rules.virtual1;
    return (depth * Math.expm1(Math.abs(change) / 2)) / (1 - this.rules.fee);
  }

  /** Executes a swap. Returns false, without any change, if the reserves do not allow it. */
  swap(sold0: boolean, input: number): boolean {
    const { fee, virtual0, virtual1, limit0, limit1 } = this.rules;
    const reserveIn = (sold0 ? this.reserve0 : this.reserve1).value;
    const reserveOut = (sold0 ? this.reserve1 : this.reserve0).value;
    const depthIn = reserveIn + (sold0 ? virtual0 : virtual1);
    const depthOut = reserveOut + (sold0 ? virtual1 : virtual0);
    const amountIn = Math.floor(input);
    const net = amountIn * (1 - fee);
    const amountOut = Math.floor((depthOut * net) / (depthIn + net));
    const isPossible = amountIn >= 1 && amountOut >= 1 && amountOut <= reserveOut * MAX_OUTPUT_SHARE;
    if (!isPossible || reserveIn + amountIn > (sold0 ? limit0 : limit1)) return false;
    this.amount0.set(sold0 ? amountIn : amountOut);
    this.amount1.set(sold0 ? amountOut : amountIn);
    this.updateReserves(sold0);
    return true;
  }

  private updateReserves(sold0: boolean): void {
    if (sold0) {
      this.reserve0.add(this.amount0);
      this.reserve1.subtract(this.amount1);
    } else {
      this.reserve1.add(this.amount1);
      this.reserve0.subtract(this.amount0);
    }
  }

  /** Changes the liquidity: scales both reserves by the same factor, which keeps the price. */
  scale(factor: number): void {
    const next0 = Math.floor(this.reserve0.value * factor);
    const next1 = Math.floor(this.reserve1.value * factor);
    if (next0 < 1 || next1 < 1 || next0 > this.rules.limit0 || next1 > this.rules.limit1) return;
    this.reserve0.set(next0);
    this.reserve1.set(next1);
  }
}
